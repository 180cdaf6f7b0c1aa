// Values that are too long for an index of their column.
//
// In:      a write, before it is applied, or a size.
// Out:     nothing, if the values fit; the sizes that decide.
// Refused: a value over 65,534 bytes in an index that is not storage-attached, over 65,535 bytes in another one.
//          Vectors are stored beside the key of a storage-attached index, and have no limit there.
#pragma once

#include "storage/format/derived_layout.h"
#include "storage/format/mutation.h"
#include "storage/format/table_layout.h"

namespace cellar {

/// The most bytes of a value in the index.
std::size_t longest_indexed_value(IndexKind kind);
/// Returns the size of what the index keeps of an element: of its path, of its value, or of both.
std::size_t indexed_element_size(const IndexLayout& index, std::size_t path, std::size_t value);

void check_indexed_sizes(const Mutation& mutation, const TableLayout& layout);
/// Checks the key columns; the cells of a simple row are shorter.
void check_indexed_sizes(const SimpleRow& row);

}  // namespace cellar
