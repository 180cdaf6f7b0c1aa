// The value of a text that stands alone: of a literal that is written for a marker, or of an element of a long list.
//
// In:      the literal or value, and the type and name of what it is for; the clock of what it may call.
// Out:     native-protocol bytes of that type, or null.
// Refused: what does not fit the type, with its place in the text; columns, and what functions refuse.
#pragma once

#include "functions/function.h"
#include "parser/lone_literal.h"
#include "parser/parser.h"
#include "planner/plan/slot.h"
#include "planner/planner.h"
#include "types/value/value.h"

namespace cellar {

Value value_of_literal(const LoneLiteral& literal, const Slot& receiver, const PlanContext& context,
                       EvaluationContext evaluation = {});

}  // namespace cellar
