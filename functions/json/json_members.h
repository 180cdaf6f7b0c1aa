// Looks up the members of an object of JSON.
//
// In:      its members, a name.
// Out:     the value of that name; what it is as a count.
// Refused: nothing: what is not there, or is something else, is nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "functions/json/json_document.h"

namespace cellar {

/// Returns the first member of that name; null if there is none.
const JsonValue* find_member(const JsonMembers& members, std::string_view name);
/// A whole number from 0 on.
std::optional<std::size_t> count_in(const JsonValue& value);

}  // namespace cellar
