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

#include "functions/function.h"

namespace cellar {

/// Every signature of `name` (lower case; old names such as `totimestamp` included, result-column
/// names use the name as it was called). Signatures that depend on the arguments (min of any type,
/// map_keys, collection_sum, similarity_cosine ...) are made from `arguments`, nothing where a type is not
/// known, and from `receiver`, the type that the result is wanted as. Empty: there is no such function.
std::vector<Function> find_functions(std::string_view name, std::span<const std::optional<Type>> arguments,
                                     const std::optional<Type>& receiver);

}  // namespace cellar
