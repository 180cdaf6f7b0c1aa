// The type that an expression has where nothing asks for another one, such as an argument of a function with several
// signatures.
//
// In:      an expression, and where it is (planner/expression/expressions.h).
// Out:     its type; nothing for an expression that may be of many, such as `?` or an empty list.
// Refused: what known_type() refuses.
#pragma once

#include <optional>

#include "parser/statement/expression.h"
#include "types/type.h"

namespace cellar {

struct Scope;

std::optional<Type> natural_type_of(const Expression& expression, Scope& scope);

}  // namespace cellar
