// An Explanation as JSON: docs/schema/explain.schema.json specifies it.
//
// In:      an Explanation.
// Out:     one object, as text.
// Refused: nothing.
#pragma once

#include <string>

#include "planner/explain/explanation.h"

namespace cellar {

/// Returns one object on one line.
std::string json_of(const Explanation& explanation);

}  // namespace cellar
