#include "storage/system/thread_scheduling.h"

namespace cellar {

bool lower_thread_priority() { return false; }
int current_processor() { return -1; }
void move_off_processor(int) {}

}  // namespace cellar
