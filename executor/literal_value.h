// The value of a literal that is written for a marker.
//
// In:      a literal, and the type and name of what it is for.
// Out:     native-protocol bytes of that type, or null.
// Refused: a literal that does not fit the type, with its place in the literal's text; columns, markers and calls.
#pragma once

#include "parser/lone_literal.h"
#include "parser/parser.h"
#include "planner/plan/slot.h"
#include "planner/planner.h"
#include "types/value/value.h"

namespace cellar {

Value value_of_literal(const LoneLiteral& literal, const Slot& receiver, const PlanContext& context);

}  // namespace cellar
