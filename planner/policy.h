// What is refused: exactly what Apache Cassandra 5.0 refuses, or besides reads that do not name one partition.
#pragma once

#include <cstdint>

namespace cellar {

enum class Policy : std::uint8_t { cassandra, teach };

}  // namespace cellar
