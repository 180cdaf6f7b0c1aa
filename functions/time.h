// Conversions between date, timestamp, timeuuid and milliseconds, which casts share.
//
// In: a value of one of these types. Out: the result type's value. Nothing is refused.
#pragma once

#include "functions/function.h"

namespace cellar {

Value evaluate_time_conversion(const Function& function, std::span<const Value> arguments,
                               EvaluationContext& context);

}  // namespace cellar
