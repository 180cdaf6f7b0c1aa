// The kinds of BATCH.
//
// In:      nothing.
// Out:     the three kinds.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

enum class BatchKind : std::uint8_t { logged, unlogged, counter };

}  // namespace cellar
