// Tells whether a value of one type may be used where another is wanted.
//
// In:      two types.
// Out:     exact if they are the same but for frozen, weak if every value of the one reads as a value of the
//          other, no otherwise.
// Refused: nothing.
#pragma once

#include "planner/scope.h"

namespace cellar {

Fit fit(const Type& provided, const Type& wanted);
bool same_type(const Type& left, const Type& right);  // frozen or not

/// A tuple or a user type, which is a tuple with names.
bool is_tuple(const Type& type);

}  // namespace cellar
