#include "storage/rows/write/row_writer.h"

#include <algorithm>
#include <cassert>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/stored_value.h"
#include "storage/rows/entries.h"
#include "storage/rows/write/reconcile.h"
#include "types/number/number.h"

namespace cellar {

namespace {

Timestamp deleted_until(const std::optional<Deletion>& deletion) {
  return deletion ? deletion->timestamp : INT64_MIN;
}

Timestamp deleted_until(const PackedRow& row, ColumnId column) {
  Timestamp until = deleted_until(row.deletion);
  for (const PackedDeletion& each : row.column_deletions) {
    if (each.column == column) until = std::max(until, each.deletion.timestamp);
  }
  return until;
}

bool is_large(const CellVersion& version) {
  return !version.is_tombstone && version.value.size() > kLargestPackedValue;
}

}  // namespace

RowWriter::RowWriter(Maps& maps, const TableLayout& layout, std::string_view partition, Seconds second)
    : maps_(maps),
      layout_(layout),
      partition_(partition),
      second_(second),
      stats_(maps.stats(layout.table->id)),
      tombstones_(maps, layout.table->id, partition) {
  if (!stats_.grace) stats_.grace = layout.grace;
  observer_ = maps.observe(layout, partition.size());
}

void RowWriter::make_row_key(const RowWrite& write) {
  row_key_ = partition_;
  row_key_.push_back(write.is_static ? kStaticKind : kRowKind);
  rows_begin_ = row_key_.size();
  clustering_.clear();
  if (!write.is_static && !append_clustering(row_key_, layout_, write.clustering)) {
    clustering_ = encode_values(write.clustering);
  }
}

bool RowWriter::hides_all(const RowWrite& write) const {
  const auto hides = [&](Timestamp timestamp) { return is_hidden(timestamp); };
  return (!write.marker || hides(write.marker->timestamp)) && (!write.deletion || hides(*write.deletion)) &&
         std::ranges::all_of(write.column_deletions, hides, &ColumnDeletion::timestamp) &&
         std::ranges::all_of(write.cells, hides,
                             [](const CellWrite& cell) { return cell.liveness.timestamp; }) &&
         std::ranges::all_of(write.elements, hides,
                             [](const ElementsWrite& elements) { return elements.liveness.timestamp; });
}

void RowWriter::note_timestamps(const RowWrite& write) {
  Timestamp& largest = stats_.largest_timestamp;
  if (write.marker) largest = std::max(largest, write.marker->timestamp);
  if (write.deletion) largest = std::max(largest, *write.deletion);
  for (const ColumnDeletion& deletion : write.column_deletions) {
    largest = std::max(largest, deletion.timestamp);
  }
  for (const CellWrite& cell : write.cells) largest = std::max(largest, cell.liveness.timestamp);
  for (const ElementsWrite& elements : write.elements)
    largest = std::max(largest, elements.liveness.timestamp);
}

void RowWriter::meet_range_tombstone(const RowWrite& write) {
  hidden_until_ = INT64_MIN;
  if (stats_.range_tombstones == 0) return;
  const std::string row(write.is_static ? kStaticPosition : std::string_view(row_key_).substr(rows_begin_));
  const std::optional<RangeTombstone> tombstone = tombstones_.find(row);
  if (!tombstone) return;
  hidden_until_ = tombstone->deletion.timestamp;
  // No tombstone makes reads skip the static row.
  if (write.is_static || tombstone->kind != RangeTombstoneKind::covering || hides_all(write)) return;
  clear_row();
  tombstones_.open_row(*tombstone, row);
}

void RowWriter::write(const RowWrite& write) {
  make_row_key(write);
  meet_range_tombstone(write);
  if (hidden_until_ != INT64_MIN && hides_all(write)) return;
  // No tombstone covers a static row, so the statistics leave them out.
  if (!write.is_static) note_timestamps(write);
  // First packs the row as if nothing were stored; for a new row, nothing else is to be done.
  row_.clear();
  row_.clustering = clustering_;
  is_stored_ = false;
  stored_ends_.clear();
  merge(write);
  if (row_.empty()) return;
  move_out_largest_cells();
  encoded_.clear();
  encode_row(row_, encoded_);
  if (const auto stored = maps_.data.insert(row_key_, encoded_)) {
    merge_into(*stored, write);
  } else {
    begin_observed(nullptr);
    queue_changes();
    write_own_entries(write);
    finish_observed();
  }
}

void RowWriter::begin_observed(const PackedRow* stored) {
  if (observer_) observer_->begin(row_key_, stored);
}

void RowWriter::finish_observed() {
  if (observer_) observer_->finish(row_);
}

void RowWriter::write(const RowWrite& write, std::string_view row_key, std::string_view stored) {
  row_key_ = row_key;
  hidden_until_ = INT64_MIN;
  note_timestamps(write);
  merge_into(stored, write);
}

void RowWriter::merge_into(std::string_view stored, const RowWrite& write) {
  load_row(stored);
  merge(write);
  save_row();
  write_own_entries(write);
  finish_observed();
}

void RowWriter::load_row(std::string_view packed) {
  stored_ = packed;
  decode_row(stored_, row_);
  is_stored_ = true;
  row_.collect_ends(stored_ends_);
  stored_large_.clear();
  for (const PackedCell& cell : row_.cells) {
    if (cell.has_own_entry) stored_large_.push_back(cell.column);
  }
  begin_observed(&row_);
}

void RowWriter::save_row() {
  queue_changes();
  move_out_largest_cells();
  for (const ColumnId column : stored_large_) {
    const auto cell = std::ranges::find(row_.cells, column, &PackedCell::column);
    if (cell == row_.cells.end() || !cell->has_own_entry) maps_.data.erase(own_key(column));
  }
  row_.has_own_entries = writes_elements_ || std::ranges::any_of(row_.cells, &PackedCell::has_own_entry) ||
                         (row_.has_own_entries && has_own_entry(maps_, row_key_));
  if (row_.empty()) {
    maps_.data.erase(row_key_);
    return;
  }
  encoded_.clear();
  encode_row(row_, encoded_);
  if (encoded_ != stored_) maps_.data.replace(row_key_, encoded_);
}

void RowWriter::merge(const RowWrite& write) {
  if (write.deletion && !is_hidden(*write.deletion)) merge_deletion(*write.deletion);
  for (const ColumnDeletion& deletion : write.column_deletions) {
    if (!is_hidden(deletion.timestamp)) merge_column_deletion(deletion);
  }
  if (write.marker && !is_hidden(write.marker->timestamp)) merge_marker(*write.marker);
  writes_elements_ = false;
  for (const CellWrite& cell : write.cells) {
    const ColumnLayout* column = layout_.find(cell.column);
    assert(column != nullptr);
    if (is_dead(cell.liveness.timestamp, *column)) continue;
    if (column->is_multicell) {
      writes_elements_ = row_.has_own_entries = true;
    } else {
      merge_simple(cell, *column);
    }
  }
  for (const ElementsWrite& elements : write.elements) {
    if (is_dead(elements.liveness.timestamp, *layout_.find(elements.column))) continue;
    writes_elements_ = row_.has_own_entries = true;
  }
}

void RowWriter::merge_deletion(Timestamp timestamp) {
  const Deletion deletion{timestamp, second_};
  if (row_.deletion && !supersedes(deletion, *row_.deletion)) return;
  row_.deletion = deletion;
  erase_older(timestamp);
}

void RowWriter::merge_column_deletion(const ColumnDeletion& incoming) {
  const Deletion deletion{incoming.timestamp, second_};
  if (incoming.timestamp <= deleted_until(row_.deletion)) return;
  auto& deletions = row_.column_deletions;
  const auto place = std::ranges::lower_bound(deletions, incoming.column, {}, &PackedDeletion::column);
  if (place == deletions.end() || place->column != incoming.column) {
    deletions.insert(place, {incoming.column, deletion});
  } else if (supersedes(deletion, place->deletion)) {
    place->deletion = deletion;
  } else {
    return;
  }
  erase_older_elements(incoming.column, incoming.timestamp);
}

void RowWriter::merge_marker(const Liveness& marker) {
  if (marker.timestamp <= deleted_until(row_.deletion)) return;
  if (row_.marker && !supersedes(marker, *row_.marker)) return;
  row_.marker = marker;
}

bool RowWriter::is_dead(Timestamp timestamp, const ColumnLayout& column) const {
  return is_hidden(timestamp) || timestamp <= column.dropped_before ||
         timestamp <= deleted_until(row_, layout_.table->columns[column.index].id);
}

CellVersion RowWriter::version_of(const CellView& cell) const {
  if (cell.value) return {cell.liveness, false, 0, *cell.value};
  return {{cell.liveness.timestamp, 0, 0}, true, second_, {}};
}

bool RowWriter::stays(const PackedCell& existing, const CellVersion& incoming) {
  CellVersion version = existing.version;
  const bool is_elsewhere = existing.has_own_entry && version.value.empty();
  if (is_elsewhere && version.liveness.timestamp == incoming.liveness.timestamp) {
    version.value = maps_.data.get(own_key(existing.column)).value_or("");
  }
  return !supersedes(incoming, version);
}

void RowWriter::move_out_largest_cells() {
  std::size_t size = 0;
  for (const PackedCell& cell : row_.cells) size += cell.has_own_entry ? 0 : cell.version.value.size();
  if (size <= kLargestPackedRow) return;
  std::vector<PackedCell*> here;
  for (PackedCell& cell : row_.cells) {
    if (!cell.has_own_entry) here.push_back(&cell);
  }
  std::ranges::stable_sort(here, std::ranges::greater(),
                           [](const PackedCell* cell) { return cell->version.value.size(); });
  for (std::size_t i = 0; size > kPackedRowAfterMove; ++i) {
    here[i]->has_own_entry = true;
    size -= here[i]->version.value.size();
  }
  row_.has_own_entries = true;
}

std::string_view RowWriter::sum_of(std::string_view stored, std::string_view added) {
  const auto left = static_cast<std::uint64_t>(decode_integer(stored));
  const auto right = static_cast<std::uint64_t>(decode_integer(added));
  return sums_.emplace_front(encode_int64(static_cast<std::int64_t>(left + right)));
}

void RowWriter::merge_simple(const CellWrite& cell, const ColumnLayout& column) {
  const CellVersion version = version_of(view_of(cell));
  PackedCell incoming{cell.column, is_large(version), version};
  auto& cells = row_.cells;
  const auto place = std::ranges::lower_bound(cells, cell.column, {}, &PackedCell::column);
  if (place == cells.end() || place->column != cell.column) {
    cells.insert(place, incoming);
  } else if (column.is_counter && !version.is_tombstone && !place->version.is_tombstone) {
    CellVersion& stored = place->version;
    check_stored(layout_, row_key_, column, stored.value);
    stored.value = sum_of(stored.value, version.value);
    stored.liveness.timestamp = std::max(stored.liveness.timestamp, version.liveness.timestamp);
  } else if (!stays(*place, version)) {
    // A cell with an own entry returns only with a much smaller value; otherwise it would soon move out
    // again.
    if (place->has_own_entry && version.value.size() > kLargestReturningValue) incoming.has_own_entry = true;
    *place = incoming;
  } else {
    return;
  }
  if (incoming.has_own_entry) row_.has_own_entries = true;
}

}  // namespace cellar
