// Lints that a value in hand gives reason for: L507 and L508 (planner/lint/lint.h).
//
// In:      the mutations of a statement, and its plan for the place.
// Out:     a lint for each code, about the first value that shows it.
// Refused: nothing.
#pragma once

#include <span>

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"

namespace cellar {

std::vector<Diagnostic> value_notices(std::span<const Mutation> mutations, const WritePlan& plan);

}  // namespace cellar
