// The clock of the system.
//
// In:      nothing.
// Out:     the time.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstdint>

namespace cellar {

/// Microseconds since 1970.
std::int64_t system_clock_microseconds();

/// Lets the calling thread sleep.
void pause_for(std::chrono::milliseconds time);

}  // namespace cellar
