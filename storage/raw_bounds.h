// The range of keys of `data` that a look at the store itself reads.
//
// In:      a table and the place that is looked at (raw_partition.h); the bytes of a position.
// Out:     the range of keys; the position as data.
// Refused: a damaged position (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/format/table_layout.h"
#include "storage/raw_partition.h"

namespace cellar {

struct RawBounds {
  std::string from;
  std::string to;  // the first key that is beyond

  bool contain(std::string_view key) const { return key >= from && key < to; }
};

RawBounds bounds_of(const Table& table, const RawPlace& place);

/// Decodes a position: the start or end of a deleted range.
Position read_position(const TableLayout& layout, std::string_view bytes);

}  // namespace cellar
