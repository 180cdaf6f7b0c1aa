#include "shell/connection/group_limits.h"

namespace cellar {

void GroupLimits::begin_group(CoarseClock::time_point now) {
  begin_ = now;
  unchecked_bytes_ = 0;
}

bool GroupLimits::must_end_group(bool is_size_due, CoarseClock::time_point now) {
  return now - begin_ >= kLongest || (is_size_due && connection_.group_is_large()) || must_yield(now);
}

bool GroupLimits::must_yield(CoarseClock::time_point now) {
  if (now - begin_ < kShortest || now < next_check_) return false;
  next_check_ = now + kTimeBetweenChecks;
  return connection_.group_is_waited_for();
}

}  // namespace cellar
