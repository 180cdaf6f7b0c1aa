// The select list: the values and names of the result's columns.
//
// In:      the selectors, the table.
// Out:     a node and a name per column, and the aggregates in them.
// Refused: what expressions.h refuses; rules.
#pragma once

#include <set>

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/scope.h"

namespace cellar {

/// Returns the columns of the table that the list names, in any expression, except for keys of map literals,
/// which may be names of fields. Refuses unknown ones.
std::set<std::size_t> selected_columns(const SelectStatement& statement, const Table& table);

/// Returns true if `{a: b}` occurs in the list, as a map or as a value of a user type.
bool selects_map_literal(const SelectStatement& statement);

/// Sets columns and aggregates of the plan.
void plan_selection(const SelectStatement& statement, SelectPlan& plan, Scope& scope);

/// Adds the columns that the node reads.
void collect_columns(const Node& node, std::set<std::size_t>& columns);

}  // namespace cellar
