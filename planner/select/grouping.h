// GROUP BY, and aggregates without it.
//
//   Groups are neighbours in the stored order: GROUP BY names the columns of the primary key in their order, the
//   whole partition key first; columns that `=` fixes may be left out. The last one may be a function that keeps
//   the order, floor(at, 1h).
//
// In:      the GROUP BY clause, the restrictions, the planned select list.
// Out:     SelectPlan::grouping.
// Refused: rules.
#pragma once

#include <set>

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/scope.h"
#include "planner/select/restrictions.h"

namespace cellar {

/// Requires the plan's aggregates and table.
void plan_grouping(const SelectStatement& statement, const Restrictions& restrictions, SelectPlan& plan,
                   Scope& scope);

/// Adds the columns by which groups differ.
void collect_columns(const Grouping& grouping, const Table& table, std::set<std::size_t>& columns);

}  // namespace cellar
