// The answer of a conditional write.
//
// In:      its plan, and what its conditions met.
// Out:     the column [applied], and, if the write was not made, the columns that the plan shows.
// Refused: nothing.
#pragma once

#include "database/results/result_state.h"
#include "executor/write/conditional_write.h"
#include "planner/plan/write_plan.h"

namespace cellar {

ResultColumn applied_column(const ConditionalPlan& plan);
/// `met` is nothing if the write was made. `planned` is the plan of a conditional write.
std::unique_ptr<ResultState> answer_of(const CachedPlanPointer& planned, std::optional<MetRows> met);

}  // namespace cellar
