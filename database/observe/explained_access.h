// What EXPLAIN says of the way by which a statement reaches its rows, in one line for its trace.
//
// In:      the text of the statement; the schema and settings that it runs by.
// Out:     the line: empty for a statement that is refused, or has no rows.
// Refused: nothing.
#pragma once

#include <string>

#include "planner/planner.h"

namespace cellar {

std::string explained_access(const std::string& text, const PlanContext& context);

}  // namespace cellar
