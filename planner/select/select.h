// Plans SELECT.
//
// In:      the statement.
// Out:     its plan, and its notices.
// Refused: all that Cassandra refuses, in its order: names, relations, partition key, clustering, other
//          columns, selection, DISTINCT, aggregates, ORDER BY, filtering, limits; then what the policy asks;
//          then JSON, GROUP BY and ANN, which are not run yet.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/scope.h"

namespace cellar {

SelectPlan plan_select(const SelectStatement& statement, const PlanContext& context,
                       const std::vector<SlotSource>& sources, std::vector<Slot>& slots,
                       std::vector<Diagnostic>& notices);

}  // namespace cellar
