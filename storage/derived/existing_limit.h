// Rows that are stored already, and that a new index or view of their table cannot hold.
//
// In:      a row and its elements.
// Refused: values that a write is refused for (index_limit.h, view_limit.h).
#pragma once

#include <span>

#include "storage/derived/base_row.h"
#include "storage/derived/element_change.h"

namespace cellar {

/// The table's layout has what is being built. `elements` are those of the row.
void check_fits(const BaseRow& row, std::span<const ElementChange> elements);

}  // namespace cellar
