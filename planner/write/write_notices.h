// What the policy `teach` says about writes, as far as their plan shows it.
//
// In:      a plan.
// Out:     its notices, at most one of a kind: W406 a collection is overwritten as a whole, W407 a list is read before
//          it is written, W408 null writes a tombstone, W412 an addition to a counter cannot be repeated.
// Refused: nothing.
#pragma once

#include "planner/plan.h"

namespace cellar {

void note_writes(Plan& plan);

}  // namespace cellar
