// Evaluates writetime, maxwritetime and ttl.
//
// In:      the function, a row, and the element or the slice of the column that is asked for.
// Out:     a bigint or an int; a list of them for a multicell column or a slice of one; null if no cell is
//          live.
// Refused: nothing.
#pragma once

#include "executor/row_view.h"
#include "planner/plan/node.h"

namespace cellar {

/// The part of a column that is asked for: an element, or a slice. If all members are null, it is the whole
/// column.
struct CellPart {
  const Value* key = nullptr;
  const Value* from = nullptr;
  const Value* to = nullptr;
};

/// The remaining time to live is counted from `now`.
Value cell_function(const CellFunctionNode& node, const RowView& view, const CellPart& part, Seconds now);

}  // namespace cellar
