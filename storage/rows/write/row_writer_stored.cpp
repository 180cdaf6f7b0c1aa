// The part of RowWriter that reads stored entries: elements, large cells, rows of a range.

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/write/reconcile.h"
#include "storage/rows/write/row_writer.h"

namespace cellar {

std::string RowWriter::own_key(ColumnId column) const {
  std::string key = row_key_;
  append_own_entry(key, column);
  return key;
}

PurgeEntry RowWriter::row_entry(Seconds death) const { return {PurgeKind::row, death, row_key_, 0}; }

PurgeEntry RowWriter::element_entry(Seconds death, std::string_view key) const {
  return {PurgeKind::element, death, key, row_key_.size()};
}

void RowWriter::queue_changes() {
  row_.collect_ends(ends_);
  for (const Seconds end : ends_) {
    if (!std::ranges::binary_search(stored_ends_, end)) queue(maps_, layout_.table->id, row_entry(end));
  }
  for (const Seconds end : stored_ends_) {
    if (!std::ranges::binary_search(ends_, end)) unqueue(maps_, layout_.table->id, row_entry(end));
  }
}

/// Removes from the purge queue what refers to an entry of the row that is about to be erased: the packed
/// entry or an own entry.
void RowWriter::unqueue_entry(std::string_view entry_key, std::string_view value) {
  if (entry_key.size() == row_key_.size()) {
    decode_row(value, row_);
    row_.collect_ends(ends_);
    for (const Seconds end : ends_) unqueue(maps_, layout_.table->id, row_entry(end));
    return;
  }
  if (!is_element_key(entry_key, row_key_.size())) return;
  const std::optional<Seconds> end = decode_element(value).version.end();
  if (end) unqueue(maps_, layout_.table->id, element_entry(*end, entry_key));
}

void RowWriter::clear_row() {
  const std::string end = row_key_ + kAfter;
  OrderedCursor cursor(maps_.data, &maps_.visited.entries);
  bool found = cursor.seek(row_key_);
  while (found && cursor.key() < end) {
    unqueue_entry(cursor.key(), cursor.value());
    found = cursor.erase_and_next();
  }
}

void RowWriter::erase_older(Timestamp timestamp) {
  if (row_.marker && row_.marker->timestamp <= timestamp) row_.marker.reset();
  std::erase_if(row_.cells,
                [&](const PackedCell& cell) { return cell.version.liveness.timestamp <= timestamp; });
  std::erase_if(row_.column_deletions,
                [&](const PackedDeletion& each) { return each.deletion.timestamp <= timestamp; });
  erase_older_elements(std::nullopt, timestamp);
}

void RowWriter::erase_older_elements(std::optional<ColumnId> column, Timestamp timestamp) {
  if (!is_stored_ || !row_.has_own_entries) return;
  const std::string prefix = column ? own_key(*column) : row_key_ + kOwnEntry;
  OrderedCursor cursor(maps_.data, &maps_.visited.entries);
  bool found = cursor.seek(prefix);
  while (found && cursor.key().starts_with(prefix)) {
    // This includes elements of dropped columns, since the column may be added again, but not its elements.
    const bool is_element = is_element_key(cursor.key(), row_key_.size());
    const bool goes = is_element && decode_element(cursor.value()).version.liveness.timestamp <= timestamp;
    if (goes) {
      unqueue_entry(cursor.key(), cursor.value());
      if (observer_) observer_->change_element(cursor.key(), cursor.value(), std::nullopt);
    }
    found = goes ? cursor.erase_and_next() : cursor.next();
  }
}

void RowWriter::write_own_entries(const RowWrite& write) {
  if (!row_.has_own_entries) return;
  // A large cell that was stored before is in place already, and its value is empty here.
  for (const PackedCell& cell : row_.cells) {
    if (cell.has_own_entry && !cell.version.value.empty()) {
      maps_.data.put(own_key(cell.column), cell.version.value);
    }
  }
  if (!writes_elements_) return;
  for (const CellWrite& cell : write.cells) {
    const ColumnLayout* column = layout_.find(cell.column);
    if (column->is_multicell && !is_dead(cell.liveness.timestamp, *column))
      write_element(view_of(cell), *column);
  }
  for (const ElementsWrite& elements : write.elements) {
    const ColumnLayout& column = *layout_.find(elements.column);
    if (is_dead(elements.liveness.timestamp, column)) continue;
    each_cell(elements, [&](const CellView& cell) { write_element(cell, column); });
  }
}

void RowWriter::write_element(const CellView& cell, const ColumnLayout& column) {
  std::string key = own_key(cell.column);
  Element element{version_of(cell), std::nullopt};
  if (!append_path(key, column, cell.path)) element.path = cell.path;
  encoded_.clear();
  encode_element(element, encoded_);
  const std::optional<Seconds> end = element.version.end();
  if (const auto stored = maps_.data.insert(key, encoded_)) {
    const CellVersion version = decode_element(*stored).version;
    if (!supersedes(element.version, version)) return;
    if (version.end() && version.end() != end) {
      unqueue(maps_, layout_.table->id, element_entry(*version.end(), key));
    }
    if (observer_) observer_->change_element(key, *stored, encoded_);
    maps_.data.replace(key, encoded_);
  } else if (observer_) {
    observer_->change_element(key, std::nullopt, encoded_);
  }
  if (end) queue(maps_, layout_.table->id, element_entry(*end, key));
}

void RowWriter::delete_rows(std::string_view start, std::string_view end, const Deletion& deletion) {
  std::string rows(partition_);
  rows.push_back(kRowKind);
  const std::string last = rows + std::string(end);
  OrderedCursor cursor(maps_.data, &maps_.visited.entries);
  bool found = cursor.seek(rows + std::string(start));
  while (found && cursor.key() < last) {
    row_key_ = cursor.key().substr(0, row_key_size(layout_, cursor.key(), partition_.size()));
    load_row(cursor.value());
    writes_elements_ = false;
    erase_older(deletion.timestamp);
    if (row_.deletion && deletion.deletes(row_.deletion->timestamp)) row_.deletion.reset();
    save_row();
    finish_observed();
    found = cursor.seek(row_key_ + kAfter);
  }
}

}  // namespace cellar
