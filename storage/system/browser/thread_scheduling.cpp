// There is one thread, whose priority nobody can change.

#include "storage/system/thread_scheduling.h"

namespace cellar {

bool may_have_threads() { return false; }

int this_thread_number() { return 0; }

bool lower_thread_priority(int) { return false; }
bool has_low_thread_priority() { return false; }

/// As if the thread had the processor for itself.
std::chrono::microseconds thread_processor_time() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

int current_processor() { return -1; }
void move_off_processor(int) {}

}  // namespace cellar
