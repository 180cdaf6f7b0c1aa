// Deletions of ranges of rows, and of whole partitions.
//
// In:      positions as bytes of keys, a deletion.
// Out:     changed range tombstones and rows.
#pragma once

#include <string_view>

#include "storage/format/row_format.h"
#include "storage/transaction_state.h"

namespace cellar {

/// Deletes the rows from position `start` to before `end`. It costs no more than the range tombstones that it
/// overlaps, unless something in the table is younger.
void delete_range(TransactionState& state, const TableLayout& layout, std::string_view partition,
                  std::string_view start, std::string_view end, const Deletion& deletion);

void delete_partition(TransactionState& state, const TableLayout& layout, std::string_view partition,
                      const Deletion& deletion);

}  // namespace cellar
