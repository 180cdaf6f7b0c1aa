// BEGIN BATCH ... APPLY BATCH.
//
// In:      the statements between.
// Out:     their plans together.
// Refused: rules, and what its statements are refused for.
#pragma once

#include "planner/write/writes.h"

namespace cellar {

BatchPlan plan_batch(const BatchStatement& statement, const WriteContext& context);

}  // namespace cellar
