// Values that are too long for an index of their column.
//
// In:      a write, before it is applied.
// Refused: a value over 65,534 bytes in an index that is not storage-attached.
#pragma once

#include "storage/format/table_layout.h"
#include "storage/store.h"

namespace cellar {

void check_indexed_sizes(const Mutation& mutation, const TableLayout& layout);
/// Checks the key columns; the cells of a simple row are shorter.
void check_indexed_sizes(const SimpleRow& row);

}  // namespace cellar
