// Compares a value with the literal that a script expects.
//
// In:      a type, the value's bytes, and the literal as scripts write it (CQL's, and in strings \n, \r, \\).
// Out:     whether both are the same value of the type: 1.50 is the double 1.5, but not the decimal 1.5.
// Refused: nothing. A text that is no literal of the type does not match.
#pragma once

#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

bool matches(const Type& type, const Value& ours, std::string_view expected);

/// Returns the literal as scripts write it.
std::string write_expected(const Type& type, const Value& value);

}  // namespace cellar
