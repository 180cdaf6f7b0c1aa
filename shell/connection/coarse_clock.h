// A clock that is cheap enough to read after each statement of a script.
//
// In:      nothing.
// Out:     the monotonic time, accurate to a few milliseconds, in a few nanoseconds per call.
// Refused: nothing.
#pragma once

#include <ctime>

#include <chrono>

namespace cellar {

struct CoarseClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<CoarseClock>;
  static constexpr bool is_steady = true;

  static time_point now() {
    std::timespec time = {};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
};

}  // namespace cellar
