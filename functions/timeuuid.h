// A timeuuid of the clock.
//
// In:      the clock of a running statement.
// Out:     the bytes that now() returns: a new uuid each time, or one that holds the time of the statement.
// Refused: nothing.
#pragma once

#include <string>

#include "functions/function.h"

namespace cellar {

std::string timeuuid_of_now(EvaluationContext& context);

/// Returns a timeuuid for now() if only its time counts, as in to_timestamp(now()): that of the statement, as of
/// current_timestamp(). It is no new uuid.
Value timeuuid_of_statement(const Function& function, std::span<const Value> arguments,
                            EvaluationContext& context);

}  // namespace cellar
