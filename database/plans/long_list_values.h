// Lists, sets and maps of many literals or groups of literals, read from the text of a statement without the grammar.
//
// In:      the text; where the list is (parser/shape/long_lists.h); the type of the value.
// Out:     the bytes of the value; if a literal is refused, a short text that is refused for the same.
// Refused: nothing: a list that cannot be read is none, and the grammar and the planner refuse it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"
#include "types/type.h"

namespace cellar {

/// Returns the bytes of a list of literals; nothing if the type is none of such a list, or its elements are others.
std::optional<std::string> encode_list(std::string_view text, Span list, const Type& type);

/// The same for a vector, whose number of elements its type tells.
std::optional<std::string> encode_vector(std::string_view text, Span list, const Type& type);

/// Returns the text with few of the elements of its lists: those that are refused, in their places. Returns an empty
/// one if their number may matter, or there are many.
std::string stand_in_for(std::string_view text, const std::vector<Span>& lists,
                         const std::vector<const Type*>& types);

}  // namespace cellar
