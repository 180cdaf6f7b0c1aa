// The name of a result column.
//
// In:      a selector.
// Out:     its alias, or its expression as Cassandra writes it there: types of hints in full, operators
//          between brackets as the functions that they are.
// Refused: nothing.
#pragma once

#include "planner/scope.h"

namespace cellar {

std::string result_name(const Selector& selector, Scope& scope);

}  // namespace cellar
