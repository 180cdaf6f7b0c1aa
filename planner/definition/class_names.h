// Names of Cassandra's Java classes, which old scripts use as types of columns.
//
// In:      a class name.
// Out:     the type of CQL that it means.
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>

#include "types/type.h"

namespace cellar {

/// Returns the type of a class name with or without its package: int for 'Int32Type', list<text> for
/// 'ListType(UTF8Type)', vector<float, 3> for 'VectorType(FloatType, 3)'. Returns nothing for a class that is no type of CQL.
std::optional<Type> type_of_class(std::string_view name);

}  // namespace cellar
