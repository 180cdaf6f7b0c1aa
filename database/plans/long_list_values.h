// Lists, sets and maps of many literals or groups of literals, read from the text of a statement without the grammar.
//
// In:      the text; where the list is (parser/shape/long_lists.h); the type of the value; what computes the elements
//          that are more than literals.
// Out:     the bytes of the value; if a literal is refused, a short text that is refused for the same.
// Refused: nothing: a list that cannot be read is none, and the grammar and the planner refuse it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/shape/long_lists.h"
#include "types/type.h"

namespace cellar {

/// Returns the value of an element that is more than literals, for its type; nothing if it is refused or null.
using ComputeElement = std::function<std::optional<std::string>(std::string_view element, const Type& type)>;

/// Returns the bytes of a list; nothing if the type is none of such a list, or its elements are others.
std::optional<std::string> encode_list(std::string_view text, const LongList& list, const Type& type,
                                       const ComputeElement& compute);

/// The same for a vector of literals, whose number of elements its type tells.
std::optional<std::string> encode_vector(std::string_view text, Span list, const Type& type);

/// Returns the text with few of the elements of its lists: those that are refused and those that are computed, in their
/// places. Returns an empty one if their number may matter, or there are many.
std::string stand_in_for(std::string_view text, const std::vector<LongList>& lists,
                         const std::vector<const Type*>& types);

}  // namespace cellar
