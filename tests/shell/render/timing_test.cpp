#include <catch2/catch.hpp>

#include "shell/render/timing.h"

using namespace cellar;
using namespace std::chrono_literals;

TEST_CASE("a time has three digits that count, and what was read its numbers") {
  CHECK(format_timing(1840us, {.partitions = 1, .rows = 10, .entries = 11}, true) ==
        "-- 1.84 ms; read 1 partition, 10 rows, 11 entries\n");
  CHECK(format_timing(42'123ns, {.partitions = 2, .rows = 1, .entries = 1}, true) ==
        "-- 0.042 ms; read 2 partitions, 1 row, 1 entry\n");
  CHECK(format_timing(12'340us, {}, true) == "-- 12.3 ms; read 0 partitions, 0 rows, 0 entries\n");
  CHECK(format_timing(345ms, {}, false) == "-- 345 ms\n");
  CHECK(format_timing(12'345ms, {}, false) == "-- 12.35 s\n");
}
