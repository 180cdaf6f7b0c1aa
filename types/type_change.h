// What a change of a definition means for values that were made before it.
//
// In:      the type that a value was made for, and the one that it would be read as now.
// Out:     whether its bytes still mean the same.
// Refused: nothing.
#pragma once

#include "types/type.h"

namespace cellar {

/// Fields that were added to a user type are null in a value from before. Whether types are frozen makes no difference.
bool reads_values_of(const Type& now, const Type& before);

}  // namespace cellar
