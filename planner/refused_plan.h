// Plans a statement that is probably refused, for callers that catch the refusal themselves: to throw it once more,
// with what completes it, would cost as much as the plan.
//
// In:      as for plan().
// Out:     as from plan().
// Refused: what plan() refuses; the refusal lacks what complete_refusal() adds.
#pragma once

#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

struct Statement;

Plan plan_incompletely(const Statement& statement, const PlanContext& context);
/// Adds to the refusal of a SELECT the table that would serve it, and whether ALLOW FILTERING would.
void complete_refusal(Diagnostic& refusal, const Statement& statement, const PlanContext& context);

}  // namespace cellar
