// Tells which types always take the same number of bytes. Vectors hold elements of such types without
// lengths.
//
// In:      a type.
// Out:     a number of bytes, or nothing.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>

#include "types/type.h"

namespace cellar {

/// Returns nothing for types that vary, and for tinyint, smallint, date, time and counter, which Cassandra
/// does not declare to be of fixed length, so that as elements of a vector they have lengths.
std::optional<std::size_t> fixed_length(const Type& type);

}  // namespace cellar
