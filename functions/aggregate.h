// count, min, max, sum, avg: of rows, and of the elements of a collection.
//
// In: the aggregate's name and the type that it works on. Out: the aggregate; nothing for a type that it does
// not take.
#pragma once

#include <optional>
#include <string_view>

#include "functions/function.h"

namespace cellar {

std::optional<Function> aggregate_of(std::string_view name, const Type& type);

}  // namespace cellar
