// Deletes ranges of rows, and whole partitions.
//
// In:      positions as bytes of keys; a deletion.
// Out:     changed range tombstones and rows in the maps.
// Refused: damaged entries (`file_damaged`).
#pragma once

#include <string_view>

#include "storage/format/row_format.h"
#include "storage/rows/maps.h"

namespace cellar {

/// Deletes the rows from position `start` to before `end`. The cost is that of the range tombstones that
/// overlap the range, unless something in the table is younger.
void delete_range(Maps& maps, const TableLayout& layout, std::string_view partition, std::string_view start,
                  std::string_view end, const Deletion& deletion);

void delete_partition(Maps& maps, const TableLayout& layout, std::string_view partition,
                      const Deletion& deletion);

}  // namespace cellar
