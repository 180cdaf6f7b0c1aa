// Values that an index of their column cannot hold.
//
// In:      a value to be written.
// Out:     nothing, if the index can hold it.
// Refused: rule R-105: a vector without a direction in a column that is indexed by cosine.
#pragma once

#include "refusal/refusal.h"
#include "schema/schema.h"
#include "types/value/value.h"

namespace cellar {

/// `span` is that of the value; it may be empty.
void check_indexed_value(const Table& table, std::size_t column, ValueView value, Span span);

}  // namespace cellar
