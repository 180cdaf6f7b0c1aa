// What a client of a cluster must know of a write of which the answer may be lost, and of which others are under way.
//
// In:      a plan.
// Out:     whether it may be run again, whether it must keep its order.
// Refused: nothing.
#pragma once

#include "database/prepared.h"
#include "planner/plan.h"

namespace cellar {

WriteEffect effect_of_write(const Plan& plan);

}  // namespace cellar
