// The answer of a conditional write.
//
// In:      its plan, and what its conditions met.
// Out:     the column [applied], and, if the write was not made, the columns that the plan shows.
// Refused: nothing.
#pragma once

#include "database/result_state.h"
#include "executor/write/conditional_write.h"
#include "planner/plan/write_plan.h"

namespace cellar {

/// `met` is nothing if the write was made.
std::unique_ptr<ResultState> answer_of(const ConditionalPlan& plan, std::optional<MetRows> met);

}  // namespace cellar
