// Which types always take the same number of bytes: vectors hold their elements without lengths.
#pragma once

#include <cstddef>
#include <optional>

#include "types/type.h"

namespace cellar {

/// Nothing for types that vary, and for those that vary as elements of a vector (tinyint, smallint, date,
/// time, counter), which Cassandra has never declared to be of fixed length.
std::optional<std::size_t> fixed_length(const Type& type);

}  // namespace cellar
