// The times of what is stored.
//
// In:      nothing.
// Out:     their types.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

using Timestamp = std::int64_t;  // microseconds since 1970
using Seconds = std::int64_t;    // since 1970

}  // namespace cellar
