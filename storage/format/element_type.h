// The type of what an element of an unfrozen collection or user type holds.
//
// In:      the type of a multicell column, and the path of one of its elements (storage/store.h).
// Out:     the type of the element's value; null for a set, whose elements have none, and for a field that the type
//          does not have.
// Refused: nothing.
#pragma once

#include <string_view>

#include "types/type.h"

namespace cellar {

const Type* element_type(const Type& column, std::string_view path);

}  // namespace cellar
