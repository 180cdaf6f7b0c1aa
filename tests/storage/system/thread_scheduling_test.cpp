// Tests of the processors on which threads run.
#include "storage/system/thread_scheduling.h"

#include <sched.h>

#include <catch2/catch.hpp>
#include <thread>

namespace cellar {

TEST_CASE("a thread moves off a processor if there is another one") {
  std::thread([] {
    cpu_set_t allowed;
    REQUIRE(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    if (CPU_COUNT(&allowed) < 2) return;
    bool has_moved = false;
    for (int tries = 0; tries < 100 && !has_moved; ++tries) {  // the system may move it back
      const int from = current_processor();
      move_off_processor(from);
      has_moved = current_processor() != from;
    }
    CHECK(has_moved);
  }).join();
}

TEST_CASE("a thread that has left a processor may run where it could before") {
  std::thread([] {
    cpu_set_t before;
    cpu_set_t after;
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    for (const int processor : {current_processor(), -1, CPU_SETSIZE, CPU_SETSIZE - 1})
      move_off_processor(processor);
    CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
    CHECK(CPU_EQUAL(&before, &after));
  }).join();
}

}  // namespace cellar
