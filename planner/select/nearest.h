// Vector search: ORDER BY v ANN OF [...] LIMIT n.
//
// In:      a SELECT with such an order, its restrictions, and what keys and indexes serve.
// Out:     the order of the plan.
// Refused: rules, except for those of the values (executor/select/nearest.h).
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/select/index_choice.h"

namespace cellar {

/// Returns null if the statement has no such order. R-100
const Ordering* nearest_ordering(const SelectStatement& statement);

/// Refuses a column that is not searched so, and restrictions that no index and no whole key serves. R-101,
///
NearestOrder plan_nearest(const Ordering& ordering, const Restrictions& restrictions,
                          const ServedRestrictions& served, Scope& scope);

/// R-104, after the select list is planned.
void require_nearest_rows(const SelectStatement& statement, const SelectPlan& plan);

}  // namespace cellar
