// Brackets, braces and commas around the parts of a value that has parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

/// Writes one part; nothing means null.
using PartText = std::string (*)(const Type& type, ValueView part);

/// `[a, b]` of lists and vectors, `{a, b}` of sets, `{k: v}` of maps, `(a, b)` of tuples, `{name: v}` of user
/// types.
std::string composite_text(const Type& type, std::string_view bytes, PartText part_text);

}  // namespace cellar
