// A timeuuid of the clock.
//
// In:      the clock of a running statement.
// Out:     the bytes that now() returns.
// Refused: nothing.
#pragma once

#include <string>

#include "functions/function.h"

namespace cellar {

std::string timeuuid_of_now(EvaluationContext& context);

}  // namespace cellar
