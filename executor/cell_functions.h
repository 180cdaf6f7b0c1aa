// writetime, maxwritetime and ttl: what is known of a cell besides its value.
//
// In:      the function, a row, and the key or the ends of the part that is asked for.
// Out:     a bigint or an int; a list of them for a multicell column or a slice of one; null where no cell
//          lives.
#pragma once

#include "executor/row_view.h"
#include "planner/plan.h"

namespace cellar {

/// The part of a column that is asked for: an element, or a slice. With all members null it is the whole
/// column.
struct CellPart {
  const Value* key = nullptr;
  const Value* from = nullptr;
  const Value* to = nullptr;
};

/// `now`, in seconds, is what a time to live is counted from.
Value cell_function(const CellFunctionNode& node, const RowView& view, const CellPart& part, Seconds now);

}  // namespace cellar
