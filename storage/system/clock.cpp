#include "storage/system/clock.h"

#include <thread>

namespace cellar {

std::int64_t system_clock_microseconds() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(since_1970).count();
}

void pause_for(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

}  // namespace cellar
