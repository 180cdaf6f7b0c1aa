// Moments to the microsecond, as text and back.
#include "shell/copy/times/moment.h"

#include <catch2/catch.hpp>

#include <limits>
#include <random>

using namespace cellar;

namespace {

std::string moment_text(std::int64_t microseconds) {
  std::string text;
  append_moment(microseconds, text);
  return text;
}

}  // namespace

TEST_CASE("moments are written as DSBulk writes them") {
  using Limits = std::numeric_limits<std::int64_t>;
  CHECK(moment_text(1'600'000'000'123'456) == "2020-09-13T12:26:40.123456Z");
  CHECK(moment_text(1'600'000'001'000'000) == "2020-09-13T12:26:41Z");
  CHECK(moment_text(1'600'000'001'500'000) == "2020-09-13T12:26:41.500Z");
  CHECK(moment_text(0) == "1970-01-01T00:00:00Z");
  CHECK(moment_text(-5) == "1969-12-31T23:59:59.999995Z");
  CHECK(moment_text(253'402'300'800'000'000) == "+10000-01-01T00:00:00Z");
  CHECK(moment_text(Limits::max()) == "+294247-01-10T04:00:54.775807Z");
  CHECK(moment_text(Limits::min() + 1) == "-290308-12-21T19:59:05.224193Z");
}

TEST_CASE("every moment is read again") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const auto microseconds = static_cast<std::int64_t>(random()) >> (random() % 60);
    INFO(moment_text(microseconds));
    REQUIRE(moment_of(moment_text(microseconds)) == microseconds);
  }
  CHECK(moment_of(moment_text(std::numeric_limits<std::int64_t>::min())) ==
        std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("moments have several forms, and nothing else is one") {
  for (const char* text : {"2020-09-13T12:26:40Z", "2020-09-13 12:26:40", "2020-09-13T14:26:40+02:00",
                           " 2020-09-13T12:26:40.000Z ", "2020-09-13 07:26:40 -0500",
                           "2020-09-13T12:26:40.000000000Z", "+2020-09-13T12:26:40+00"}) {
    INFO(text);
    CHECK(moment_of(text) == 1'600'000'000'000'000);
  }
  CHECK(moment_of("2020-09-13T12:26") == 1'599'999'960'000'000);
  for (const char* text : {"",
                           "7",
                           "2020-09-13",
                           "2020-9-13T12:26:40Z",
                           "2020-13-01T00:00:00Z",
                           "2020-02-30T00:00:00Z",
                           "2020-00-01T00:00Z",
                           "2020-01-00T00:00Z",
                           "2020-09-13T24:00:00Z",
                           "2020-09-13T12:60:00Z",
                           "2020-09-13T12:26:40.Z",
                           "2020-09-13T12:26:40.1234567Z",
                           "2020-09-13T12:26:40ZZ",
                           "2020-09-13T12:26:40 UTC",
                           "+294247-01-10T04:00:54.775808Z",
                           "-290308-12-21T19:59:05.224191Z",
                           "+9999999-01-01T00:00:00Z",
                           "20200-01-01T00:00:00Z",
                           "2020-09-13T",
                           "T12:26:40Z",
                           "2020-09-13T12:26:40+0"}) {
    INFO(text);
    CHECK(moment_of(text) == std::nullopt);
  }
}
