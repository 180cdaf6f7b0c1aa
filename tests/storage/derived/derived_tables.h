// Tables with all that is derived from them.
//
// In:      nothing, or a table.
// Out:     a table with an index on a column of each kind; that table with two views, one of them with a filter.
// Refused: nothing.
#pragma once

#include "schema/schema.h"

namespace cellar::test {

TablePointer table_with_indexes();
TablePointer with_views(const TablePointer& table);

}  // namespace cellar::test
