#include "storage/derived/base_row.h"

#include <algorithm>

#include "storage/format/keys.h"
#include "storage/format/stored_value.h"

namespace cellar {

void BaseRow::show(const PackedRow& row) {
  row_ = &row;
  clustering_.clear();  // the row may keep them as they were written
}

const PackedCell* BaseRow::cell(ColumnId column) const {
  const auto found = std::ranges::lower_bound(row_->cells, column, {}, &PackedCell::column);
  if (found == row_->cells.end() || found->column != column || found->version.is_tombstone) return nullptr;
  if (found->version.liveness.timestamp <= layout_.dropped_before(column)) return nullptr;
  return &*found;
}

std::string_view BaseRow::value_of(const PackedCell& cell) const {
  std::string_view value = cell.version.value;
  if (cell.has_own_entry && value.empty()) {
    std::string key(key_);
    append_own_entry(key, cell.column);
    const std::optional<std::string_view> large = maps_.data.get(key);
    if (!large) return "";
    value = *large;
  }
  if (const ColumnLayout* column = layout_.find(cell.column)) check_stored(layout_, key_, *column, value);
  return value;
}

std::optional<std::string_view> BaseRow::value_at(const ValuePlace& place) const {
  switch (place.source) {
    case ValueSource::partition_key:
      if (partition_key_.empty()) {
        partition_key_of_prefix(key_.substr(0, partition_size_), layout_, partition_key_);
      }
      return partition_key_[place.index];
    case ValueSource::clustering:
      if (is_static()) return std::nullopt;
      if (clustering_.empty()) {
        read_clustering(layout_, key_.substr(partition_size_ + 1), clustering_);
        if (!row_->clustering.empty()) read_kept_clustering(layout_, key_, row_->clustering, clustering_);
      }
      if (place.index >= clustering_.size()) return std::nullopt;  // the row lacks it
      return clustering_[place.index];
    case ValueSource::cell:
      break;
  }
  const PackedCell* found = cell(place.column->id);
  return found == nullptr ? std::nullopt : std::optional(value_of(*found));
}

}  // namespace cellar
