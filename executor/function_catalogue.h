// Every function and operator of CQL, by name.
//
// In:      a name in lower case (`to_date`, the older `todate`, `_add`, `cast_as_int`), what is known of the
//          arguments' types, the type that the result is wanted as.
// Out:     the signatures of that name; none where there is no such function.
// Refused: of the functions that take any type (min, map_keys, mask_inner ...) arguments of a number or
//          kind that they cannot take, without a span.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "planner/function.h"

namespace cellar {

/// A FunctionLookup.
std::vector<Function> find_functions(std::string_view name, std::span<const std::optional<Type>> arguments,
                                     const std::optional<Type>& receiver);

}  // namespace cellar
