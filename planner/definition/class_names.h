// Names of Cassandra's Java classes, in old scripts the types of columns.
#pragma once

#include <optional>
#include <string_view>

#include "types/type.h"

namespace cellar {

/// 'Int32Type' is int, 'ListType(UTF8Type)' is list<text>, with or without the package. Nothing for
/// classes that are no type of CQL.
std::optional<Type> type_of_class(std::string_view name);

}  // namespace cellar
