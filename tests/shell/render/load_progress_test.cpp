#include <catch2/catch.hpp>

#include "shell/render/load_progress.h"

using namespace cellar;
using std::chrono::milliseconds;

TEST_CASE("a load says what ran, how much of all was read, the rate and the time left") {
  CHECK(
      format_progress(
          {.count = 1'200'000, .bytes = 200'000'000, .all_bytes = 500'000'000, .time = milliseconds(4800)}) ==
      "-- 1,200,000 statements, 40% of 500.0 MB, 250,000 a second, 0:08 left");
  CHECK(format_progress(
            {.count = 999, .bytes = 1'000, .all_bytes = 12'000'000'000, .time = milliseconds(900)}) ==
        "-- 999 statements, 0% of 12.0 GB, 1,110 a second, 3000:00:00 left");
  CHECK(format_progress({.count = 50, .bytes = 999, .all_bytes = 999, .time = milliseconds(1000)}) ==
        "-- 50 statements, 100% of 999 bytes, 50 a second, 0:00 left");
}

TEST_CASE("what is left is rounded up, and shown in hours where it is long") {
  const auto left = [](std::uint64_t bytes, std::uint64_t all) {
    const std::string line =
        format_progress({.count = 1, .bytes = bytes, .all_bytes = all, .time = milliseconds(1000)});
    return line.substr(line.rfind(", ") + 2);
  };
  CHECK(left(1000, 1001) == "0:01 left");
  CHECK(left(1000, 61'000) == "1:00 left");
  CHECK(left(1000, 3'600'000) == "59:59 left");
  CHECK(left(1000, 3'661'000) == "1:01:00 left");
}

TEST_CASE("where nobody knows how much comes, no time is left") {
  CHECK(format_progress(
            {.count = 1000, .bytes = 65'536, .all_bytes = std::nullopt, .time = milliseconds(500)}) ==
        "-- 1,000 statements, 65.5 kB, 2,000 a second");
  CHECK(format_progress({.count = 3, .bytes = 0, .all_bytes = 100, .time = milliseconds(500)}) ==
        "-- 3 statements, 0% of 100 bytes, 6 a second");
}

TEST_CASE("a file that grew while it was read is read whole, not more") {
  CHECK(format_progress({.count = 10, .bytes = 300, .all_bytes = 100, .time = milliseconds(1000)}) ==
        "-- 10 statements, 100% of 100 bytes, 10 a second, 0:00 left");
}
