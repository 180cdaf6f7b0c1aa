// Changes the materialized views of a table together with the table (ALTER TABLE).
//
// In:      the table as it is being changed, with its views.
// Out:     the views, changed as well.
// Refused: rule R-242: a column that is dropped beside views.
#pragma once

#include <utility>
#include <vector>

#include "parser/statement/statement.h"
#include "schema/schema.h"

namespace cellar {

/// Adds the column to the views with SELECT *, unless it is static.
void add_to_views(Table& base, const Column& added);
void require_no_views(const Table& base, const Name& dropped);
/// The pairs are of the old and the new name.
void rename_in_views(Table& base, const std::vector<std::pair<Name, Name>>& renamed);

}  // namespace cellar
