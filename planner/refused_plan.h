// Plans a statement that is probably refused, for callers that catch the refusal themselves: to throw it once more,
// with what completes it, would cost as much as the plan.
//
// In:      as for plan(); an empty plan.
// Out:     as from plan(); after a refusal the slots of the plan, as far as they were typed.
// Refused: what plan() refuses; the refusal lacks what complete_refusal() adds.
#pragma once

#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

struct Statement;

void plan_incompletely(const Statement& statement, const PlanContext& context, Plan& plan);
/// Adds to the refusal of a SELECT the table that would serve it, and whether ALLOW FILTERING would. `plan` is what the
/// refusal left of the plan, and may be one that filters then.
void complete_refusal(Diagnostic& refusal, const Statement& statement, const PlanContext& context,
                      Plan& plan);
/// Returns true if a statement that differs in its literals alone has the same refusal, but for its places. `refusal` and
/// `plan` are as complete_refusal() has left them.
bool is_refused_for_its_shape(const Diagnostic& refusal, const Statement& statement, const Plan& plan);

}  // namespace cellar
