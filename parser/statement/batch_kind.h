// The kinds of BATCH.
#pragma once

#include <cstdint>

namespace cellar {

enum class BatchKind : std::uint8_t { logged, unlogged, counter };

}  // namespace cellar
