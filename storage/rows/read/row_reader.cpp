#include "storage/rows/read/row_reader.h"

#include <algorithm>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/stored_value.h"

namespace cellar {

RowReader::RowReader(LayoutPointer layout, const WantedColumns& wanted, Seconds now,
                     SkippedDeletions& skipped)
    : layout_(std::move(layout)),
      now_(now),
      skipped_(skipped),
      wanted_(layout_->columns.size(), 0),
      wants_nothing_(wanted.empty()) {
  row_.cells.resize(layout_->table->columns.size());
  row_.elements.resize(layout_->table->columns.size());
  for (std::size_t place = 0; place < layout_->columns.size(); ++place) {
    const ColumnLayout& column = layout_->columns[place];
    if (std::find(wanted.begin(), wanted.end(), column.index) == wanted.end()) continue;
    wanted_[place] = 1;
    wants_.push_back(place);
    (column.is_multicell ? element_wants_ : simple_wants_).push_back(column.index);
    last_wanted_ = place;
    if (column.is_static) wants_static_ = true;
    if (column.is_multicell) last_multicell_ = column.id;
  }
}

inline void RowReader::reset() {
  for (const std::size_t index : simple_wants_) row_.cells[index].reset();
  for (const std::size_t index : element_wants_) row_.elements[index].clear();
  if (!pending_.empty()) pending_.clear();
  is_filled_by_bitmap_ = false;
}

bool RowReader::read(OrderedCursor& cursor, std::size_t clustering_begin, bool is_static) {
  key_ = cursor.key();
  clustering_begin_ = clustering_begin;
  clustering_is_known_ = is_static;
  place_ = Place::packed;
  if (wants_nothing_ && packed_.load_if_lives_for_ever(cursor.value())) {
    row_.marker = nullptr;
    return true;
  }
  packed_.load(cursor.value());
  bool lives = packed_.has_marker() && packed_.base().is_live(now_);
  if (!lives && layout_->has_strict_liveness) {
    if (packed_.has_own_entries()) row_key_ = key_;
    return false;
  }
  row_.marker = lives && !wants_nothing_ ? &packed_.base() : nullptr;
  if (!lives || !wants_.empty()) {
    const bool is_plain = packed_.has_short_bitmap() && packed_.base().timestamp > layout_->last_drop;
    lives = is_plain ? take_alike_cells(lives) : take_packed_cells(lives);
  }
  if (!packed_.has_more()) return lives;
  count_deletions();
  if (packed_.has_own_entries()) {
    row_key_ = key_;
    key_ = row_key_;
    if (!lives || last_multicell_ != 0 || !pending_.empty()) lives = take_own_entries(cursor, lives);
  }
  return lives;
}

/// A deletion of the row, and deletions of its collections that were overwritten.
void RowReader::count_deletions() {
  if (packed_.deletion()) ++skipped_.rows;
  packed_.each_column_deletion([this](ColumnId, const Deletion&) { ++skipped_.ranges; });
}

void RowReader::count_dead(const CellVersion& version) {
  ++(version.is_tombstone ? skipped_.cells : skipped_.expired);
}

const std::vector<std::string>& RowReader::clustering() {
  if (!clustering_is_known_) {
    const std::string_view rest = read_clustering(*layout_, key_.substr(clustering_begin_), row_.clustering);
    if (!rest.empty()) refuse_damaged_bytes();
    if (!packed_.clustering().empty())
      read_kept_clustering(*layout_, key_, packed_.clustering(), row_.clustering);
    clustering_is_known_ = true;
  }
  return row_.clustering;
}

void RowReader::learn_bitmap(unsigned bitmap) {
  bitmap_ = bitmap;
  bitmap_lives_ = is_filled_by_bitmap_ = false;
  picks_.clear();
  lacks_ = simple_wants_;
  unsigned before = 0;
  for (unsigned bits = bitmap_; bits != 0; bits &= bits - 1, ++before) {
    const ColumnLayout* column = layout_->find(static_cast<ColumnId>(__builtin_ctz(bits) + 1));
    if (column == nullptr) continue;
    bitmap_lives_ = true;
    const auto place = static_cast<std::size_t>(column - layout_->columns.data());
    if (wanted_[place] == 0) continue;
    picks_.push_back({before, (bits & (bits - 1)) == 0, column->index, column->form});
    std::erase(lacks_, column->index);
  }
}

/// Calls `take(pick, value)` for the picks of the current bitmap; `values` are those of all its cells.
template <typename Take>
inline void RowReader::each_pick(std::string_view values, Take take) const {
  ByteReader reader(values);
  unsigned passed = 0;
  for (const Pick& pick : picks_) {
    for (; passed < pick.before; ++passed) reader.take(reader.varint());
    const std::string_view value = pick.is_last ? reader.rest() : reader.take(reader.varint());
    if (!pick.form.holds(value)) refuse_value(*layout_, key_, pick.index);
    take(pick, value);
    ++passed;
  }
}

/// Works as take_packed_cells(), for cells with a short bitmap that are younger than every drop of a column.
inline bool RowReader::take_alike_cells(bool lives) {
  if (packed_.short_bitmap() != bitmap_) learn_bitmap(packed_.short_bitmap());
  if (!is_filled_by_bitmap_) {
    reset();
    for (const Pick& pick : picks_) row_.cells[pick.index].emplace();
    is_filled_by_bitmap_ = true;
  }
  each_pick(packed_.values(), [this](const Pick& pick, std::string_view value) {
    StoredCell& stored = *row_.cells[pick.index];
    stored.value = value;
    stored.liveness.timestamp = packed_.base().timestamp;
  });
  return lives || bitmap_lives_;
}

bool RowReader::add_to(RowBatch& batch, std::string_view key, std::size_t clustering_begin,
                       std::string_view value) {
  if (batch.is_full() || !PackedEntry::lives_for_ever(value)) return false;
  try {
    const PackedEntry::ShortRow row = PackedEntry::read_short(value);
    if (row.timestamp <= layout_->last_drop) return false;
    if (row.bitmap != bitmap_) learn_bitmap(row.bitmap);
    return batch.add(key, clustering_begin, *layout_, [&](auto set) {
      for (const std::size_t column : lacks_) set(column, std::nullopt);
      each_pick(row.values, [&](const Pick& pick, std::string_view cell) { set(pick.index, cell); });
    });
  } catch (const Refusal&) {
    return false;  // read() refuses it
  }
}

/// Stops after the last wanted cell.
bool RowReader::take_packed_cells(bool lives) {
  reset();
  const auto take = [&](const PackedCell& cell, std::size_t place) {
    lives = true;
    if (wanted_[place] != 0) {
      if (cell.has_own_entry) {
        pending_.push_back(cell);
      } else {
        check_stored(*layout_, key_, layout_->columns[place], cell.version.value);
        StoredCell& stored = row_.cells[layout_->columns[place].index].emplace();
        stored.value = cell.version.value;
        copy(cell.version.liveness, stored.liveness);
      }
    }
    return place < last_wanted_;
  };
  each_live_cell(packed_, *layout_, now_, take, [this](const PackedCell& cell) { count_dead(cell.version); });
  return lives;
}

const PackedCell* RowReader::pending_cell(ColumnId column) const {
  const auto found = std::ranges::find(pending_, column, &PackedCell::column);
  return found != pending_.end() ? &*found : nullptr;
}

bool RowReader::take_own_entries(OrderedCursor& cursor, bool lives) {
  const ColumnId last = std::max(last_multicell_, pending_.empty() ? 0 : pending_.back().column);
  is_filled_by_bitmap_ = false;
  own_prefix_ = row_key_;
  own_prefix_.push_back(kOwnEntry);
  place_ = Place::inside;
  bool found = cursor.next();
  while (found && cursor.key().starts_with(own_prefix_)) {
    const ColumnId id = column_of_own_entry(cursor.key().substr(row_key_.size()));
    if (lives && id > last) return true;
    const ColumnLayout* column = layout_->find(id);
    const bool wanted =
        column != nullptr && wanted_[static_cast<std::size_t>(column - layout_->columns.data())];
    if (column != nullptr && column->is_multicell && (wanted || !lives)) {
      lives = take_element(cursor, *column, wanted) || lives;
      found = cursor.next();
    } else if (const PackedCell* cell = pending_cell(id)) {
      const std::string_view value = cursor.value();
      check_stored(*layout_, key_, *column, value);
      row_.cells[column->index] = StoredCell{value, cell->version.liveness};
      found = cursor.next();
    } else {
      std::string next_column = own_prefix_;
      append_id(next_column, id + 1);
      found = cursor.seek(next_column);
    }
  }
  place_ = Place::behind;
  return lives;
}

bool RowReader::take_element(OrderedCursor& cursor, const ColumnLayout& column, bool wanted) {
  const Element element = decode_element(cursor.value());
  const CellVersion& version = element.version;
  if (version.liveness.timestamp <= column.dropped_before) return false;
  if (!version.is_live(now_)) {
    count_dead(version);
    return false;
  }
  if (!wanted) return true;
  StoredElement& stored = row_.elements[column.index].emplace_back();
  stored.cell = {version.value, version.liveness};
  if (element.path) {
    stored.path = *element.path;
  } else {
    read_path(column, column_and_path(cursor.key().substr(row_key_.size())).second, stored.path);
  }
  check_stored_element(*layout_, key_, column, stored.path, version.value);
  return true;
}

bool RowReader::leave_own_entries(OrderedCursor& cursor) {
  return place_ == Place::behind ? cursor.valid() : cursor.seek(row_key_ + kAfter);
}

bool RowReader::leave_backward(OrderedCursor& cursor) {
  return place_ == Place::packed ? cursor.previous() : cursor.seek_before(row_key_);
}

}  // namespace cellar
