// The select list: what comes out of a row, and under which names.
//
// In:      the selectors, the table.
// Out:     a node and a name a column, and the aggregates they collect.
// Refused: what expressions.h refuses; rules.
#pragma once

#include <set>

#include "planner/scope.h"

namespace cellar {

/// Columns of the table that the list names, wherever they are in it, but for keys of map literals, which may
/// be names of fields. Refuses unknown ones.
std::set<std::size_t> selected_columns(const SelectStatement& statement, const Table& table);

/// Whether `{a: b}` is anywhere in the list, as a map or as a value of a user type.
bool selects_map_literal(const SelectStatement& statement);

/// Fills in columns and aggregates.
void plan_selection(const SelectStatement& statement, SelectPlan& plan, Scope& scope);

/// Adds the columns that the node reads.
void collect_columns(const Node& node, std::set<std::size_t>& columns);

}  // namespace cellar
