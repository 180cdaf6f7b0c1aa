// A row of a base table while its indexes and views are computed: key values are decoded when they are asked
// for.
//
// In:      the key of the row and its packed entry.
// Out:     values in native bytes, and when they end.
// Refused: damaged keys, and large values that are none of their column's type (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/derived/deriving_maps.h"
#include "storage/format/derived_layout.h"
#include "storage/format/row_format.h"

namespace cellar {

class BaseRow {
 public:
  /// `key` is that of the packed entry and begins with `partition_size` bytes of the partition. All that is
  /// given must outlive the object.
  BaseRow(DerivingMaps& maps, const TableLayout& layout, std::string_view key, std::size_t partition_size)
      : maps_(maps), layout_(layout), key_(key), partition_size_(partition_size) {}

  std::string_view key() const { return key_; }
  bool is_static() const { return key_[partition_size_] == kStaticKind; }
  DerivingMaps& maps() const { return maps_; }
  const TableLayout& layout() const { return layout_; }

  /// From now on cells are those of `row`, which must outlive their use.
  void show(const PackedRow& row);
  const PackedRow& row() const { return *row_; }

  /// Returns the cell of a column; null if it has none, or a tombstone, or one that was dropped with an earlier
  /// column of the name.
  const PackedCell* cell(ColumnId column) const;
  /// Reads the value of a large cell from its own entry; it is valid until the next change of the data. Refuses a value
  /// that is none of the column's type.
  std::string_view value_of(const PackedCell& cell) const;
  /// Returns the value at the place, null if there is none. Valid until the next call of show().
  std::optional<std::string_view> value_at(const ValuePlace& place) const;

 private:
  DerivingMaps& maps_;
  const TableLayout& layout_;
  std::string_view key_;
  std::size_t partition_size_;
  const PackedRow* row_ = nullptr;
  mutable std::vector<std::string> partition_key_;
  mutable std::vector<std::string> clustering_;
};

}  // namespace cellar
