// What is refused: exactly what Apache Cassandra 5.0 refuses, or besides reads that do not name one partition.
//
// In:      nothing.
// Out:     the two policies.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

enum class Policy : std::uint8_t { cassandra, teach };

}  // namespace cellar
