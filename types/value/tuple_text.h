// A tuple written as one constant: 'main street:5'.
//
// In:      the constant's text, and a tuple type.
// Out:     native-protocol bytes. Components are separated by colons and written without quotes; `\:` and
//          `\@` mean the characters, `@` alone means null, nothing means a value of no bytes. Components
//          that are left out at the end are null. A nested tuple or user type is such a text in turn.
// Refused: more components than the type has, and a text that is no value of its component's type. A
//          collection or vector as a component has no such form.
// Source:  TupleType.fromString of Cassandra.
#pragma once

#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

std::string encode_tuple_text(std::string_view text, const Type& type);

}  // namespace cellar
