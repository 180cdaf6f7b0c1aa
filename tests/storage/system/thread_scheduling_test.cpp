// Where threads run.
#include "storage/system/thread_rank.h"

#include <sched.h>

#include <catch2/catch.hpp>
#include <thread>

namespace cellar {

TEST_CASE("a thread that has left a processor may run where it could before") {
  std::thread([] {
    cpu_set_t before;
    cpu_set_t after;
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    for (const int processor : {current_processor(), -1, CPU_SETSIZE, CPU_SETSIZE - 1})
      leave_processor(processor);
    CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
    CHECK(CPU_EQUAL(&before, &after));
  }).join();
}

}  // namespace cellar
