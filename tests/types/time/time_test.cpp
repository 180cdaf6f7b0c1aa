#include "types/time/time.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "types/number/vint.h"
#include "types/text/hex.h"
#include "types/uuid.h"
#include "values.h"

namespace cellar {

TEST_CASE("vints take a byte for every seven bits") {
  const std::pair<std::uint64_t, const char*> cases[] = {
      {0, "00"},
      {127, "7f"},
      {128, "8080"},
      {16383, "bfff"},
      {16384, "c04000"},
      {(std::uint64_t{1} << 56) - 1, "feffffffffffffff"},
      {std::uint64_t{1} << 56, "ff0100000000000000"},
      {std::numeric_limits<std::uint64_t>::max(), "ffffffffffffffffff"}};
  for (const auto& [value, hex] : cases) {
    std::string bytes;
    append_unsigned_vint(bytes, value);
    CHECK(to_hex(bytes) == hex);
    std::string_view rest = bytes;
    CHECK(take_unsigned_vint(rest) == value);
    CHECK(rest.empty());
    std::string_view cut = std::string_view(bytes).substr(0, bytes.size() - 1);
    CHECK_FALSE(take_unsigned_vint(cut));
  }
}

TEST_CASE("random vints come back") {
  std::mt19937_64 random(4);
  for (int i = 0; i < 5000; ++i) {
    const auto value = static_cast<std::int64_t>(random()) >> (random() % 64);
    std::string bytes;
    append_vint(bytes, value);
    std::string_view rest = bytes;
    REQUIRE(take_vint(rest) == value);
    REQUIRE(rest.empty());
  }
}

TEST_CASE("durations are read in all their forms") {
  const std::pair<const char*, Duration> cases[] = {
      {"1y2mo3w4d5h6m7s8ms9us10ns", {14, 25, 18'367'008'009'010}},
      {"-2H30M", {0, 0, -9'000'000'000'000}},
      {"P1Y2M3DT4H5M6S", {14, 3, 14'706'000'000'000}},
      {"PT90M", {0, 0, 5'400'000'000'000}},
      {"P2W", {0, 14, 0}},
      {"P0001-02-03T04:05:06", {14, 3, 14'706'000'000'000}},
      {"-P1M", {-1, 0, 0}},
      {"0s", {0, 0, 0}},
      {"14\u00b5s", {0, 0, 14'000}},
      {"13mo400d", {13, 400, 0}},
      {"178956970y7mo", {2147483647, 0, 0}},
      {"2147483647mo2147483647d9223372036854775807ns",
       {2147483647, 2147483647, std::numeric_limits<std::int64_t>::max()}}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const Duration value = parse_duration(text);
    CHECK(value.months == expected.months);
    CHECK(value.days == expected.days);
    CHECK(value.nanoseconds == expected.nanoseconds);
    const Duration again = decode_duration(encode_duration(value));
    CHECK(to_string(again) == to_string(value));
    CHECK(encode_duration(parse_duration(to_string(value))) == encode_duration(value));
  }
}

TEST_CASE("durations are refused") {
  for (const char* text : {"", "-", "5", "1x", "1.5h", "1h ", "h", "1h-1m", "P1H", "PT1D", "P1W1D",
                           "P001-02-03T04:05:06", "P0001-02-03", "p1y", "P-1Y"}) {
    CAPTURE(text);
    CHECK(refused_literal(TypeKind::duration, text) == "not_a_duration");
  }
  for (const char* text : {"1d2mo", "1h1h", "1us1\u00b5s", "1h1y"}) {
    CAPTURE(text);
    CHECK(refused_literal(TypeKind::duration, text) == "duration_order");
  }
  for (const char* text : {"2147483648mo", "-2147483648mo", "178956970y8mo", "9223372036854775808ns",
                           "1us9223372036854775807ns", "99999999999999999999d", "306783379w"}) {
    CAPTURE(text);
    CHECK(refused_literal(TypeKind::duration, text) == "duration_out_of_range");
  }
}

TEST_CASE("durations are written as Java writes them") {
  CHECK(to_string(Duration{14, 25, 18'367'008'009'010}) == "1y2mo25d5h6m7s8ms9us10ns");
  CHECK(to_string(Duration{0, 0, -9'000'000'000'000}) == "-2h30m");
  CHECK(to_string(Duration{}) == "0s");
  CHECK(to_string(Duration{0, 0, std::numeric_limits<std::int64_t>::min()}) ==
        "-2562047h47m16s854ms775us808ns");
}

TEST_CASE("random durations come back") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t sign = random() % 2 ? 1 : -1;
    const Duration value{static_cast<std::int32_t>(sign * static_cast<std::int64_t>(random() % 2147483648)),
                         static_cast<std::int32_t>(sign * static_cast<std::int64_t>(random() % 2147483648)),
                         sign * static_cast<std::int64_t>(random() >> 1)};
    REQUIRE(encode_duration(parse_duration(to_string(value))) == encode_duration(value));
  }
}

TEST_CASE("days and civil dates agree, day by day") {
  CHECK(days_from_civil({1970, 1, 1}) == 0);
  CHECK(days_from_civil({2000, 3, 1}) == 11'017);
  CHECK(days_from_civil({1, 1, 1}) == -719'162);
  CivilDate expected{-1, 1, 1};
  for (std::int64_t day = days_from_civil(expected); expected.year < 2101; ++day) {
    const CivilDate date = civil_from_days(day);
    REQUIRE((date.year == expected.year && date.month == expected.month && date.day == expected.day));
    REQUIRE(days_from_civil(date) == day);
    if (++expected.day <= days_in_month(expected.year, expected.month)) continue;
    expected.day = 1;
    expected.month = expected.month % 12 + 1;
    if (expected.month == 1) ++expected.year;
  }
}

TEST_CASE("timestamps are read in all their forms") {
  const std::pair<const char*, std::int64_t> cases[] = {
      {"2024-07-04", 1720051200000},
      {"2024-07-04+0200", 1720044000000},
      {"2024-07-04 05:06", 1720069560000},
      {"2024-07-04 05:06:07-0830", 1720100167000},
      {"2024-07-04 05:06:07.89+0000", 1720069567890},
      {"2024-07-04 05:06:07.890+00:00", 1720069567890},
      {"2024-07-04T05:06:07.891Z", 1720069567891},
      {"2024-07-04T05:06:07+01", 1720065967000},
      {"2024-07-04T05:06:07 UTC", 1720069567000},
      {"2024-07-04 05:06:07 GMT", 1720069567000},
      {"2024-07-04 05:06:07 UTC+01:00", 1720065967000},
      {"2024-07-04 05:06:07.123456789+0000", 1720069567123},
      {"2024-07-04 05:06:07.", 1720069567000},
      {"2024-07-04 05:06:07.123 +0100", 1720065967123},
      {"2024-07-04 05:06 Z", 1720069560000},
      {"2024-07-04Z", 1720051200000},
      {"2024-07-04 24:00:00+0000", 1720137600000},
      {"2024-02-30 00:00:00+0000", 1709164800000},
      {"2011-02-30", 1298851200000},
      {"2024-7-4 5:6:7+0000", 1720069567000},
      {"2024-07-04 05:06 PST", 1720094760000},
      {"2024-01-04 05:06 PST", 1704373560000},
      {"2024-07-04 05:06 CET", 1720062360000},
      {"2024-07-04 05:06 Europe/Paris", 1720062360000},
      {"2024-01-04 05:06 Europe/London", 1704344760000},
      {"2024-07-04 05:06 Europe/London", 1720065960000},
      {"2024-07-04 05:06 America/New_York", 1720083960000},
      {"2024-07-04 05:06 Asia/Kolkata", 1720049760000},
      {"2024-03-10 02:30 EST", 1710055800000},
      {"2024-11-03 01:30 EST", 1730611800000},
      {"20240704", 20240704},
      {"-86400000", -86400000},
      {"0000-01-01", -62167219200000},
      {"+10000-01-01", 253402300800000},
      {"292278994-08-17 07:12:55.807", std::numeric_limits<std::int64_t>::max()}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(parse_timestamp(text) == expected);
  }
  CHECK(parse_timestamp("NOW") > 1'700'000'000'000);
}

TEST_CASE("timestamps are refused") {
  for (const char* text : {"tomorrow",
                           "2011-2-3",
                           "2024-13-01",
                           "2024-07-04 05",
                           "04/07/2024",
                           "2024-07-04 05:06:07+25:00",
                           " 2024-07-04",
                           "2024-07-04t05:06:07",
                           "2024-07-04 05:06:07z",
                           "2024-07-04 05:06:07,5",
                           "2024-07-04 05:06.5",
                           "2024-07-04 24:00:01",
                           "2024-07-04 05:60",
                           "2024-01-32",
                           "2024-07-04 05:06:07.1234567890",
                           "10000-01-01",
                           "2024-07-04 05:06 Europe/Nowhere",
                           "1990-07-04 05:06 Europe/London",
                           "2024-07-04 05:06Europe/Paris",
                           "1950-07-04 05:06 CET",
                           "2024-07-04 05:06 utc",
                           "+999999999-12-31",
                           "292278994-08-17 07:12:55.808",
                           "2024-07-04 05:06+18:01",
                           "0000-01-01 00:00"}) {
    CAPTURE(text);
    CHECK(refused([&] { parse_timestamp(text); }) == "not_a_timestamp");
  }
  CHECK(refused([] { parse_timestamp("9223372036854775808"); }) == "integer_out_of_range");
  CHECK(encode(TypeKind::timestamp, "").empty());
}

TEST_CASE("dates are read") {
  const std::pair<const char*, std::uint32_t> cases[] = {
      {"1970-01-01", 0x80000000},  {"1969-12-31", 0x7fffffff},
      {"20110203", 20110203},      {"0", 0},
      {"4294967295", 0xffffffff},  {"-5877641-06-23", 0},
      {"0000-01-01", 0x7ff50558},  {"+5881580-07-11", 0xffffffff},
      {"+10000-01-01", 0x802cc0a1}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(parse_date(text) == expected);
  }
  for (const char* text : {"", "2024-1-5", "2024/01/05", "2024-01-05 10:00", "10000-01-01", "+2024-01-05",
                           "99-01-01", "2024-13-01", "-0000-01-01", "5881580-07-11"}) {
    CAPTURE(text);
    CHECK(refused([&] { parse_date(text); }) == "not_a_date");
  }
  for (const char* text : {"2011-02-31", "2023-02-29", "-5877641-06-22", "+5881580-07-12"}) {
    CAPTURE(text);
    CHECK(refused([&] { parse_date(text); }) == "no_such_day");
  }
  CHECK(refused([] { parse_date("4294967296"); }) == "integer_out_of_range");
  CHECK(refused([] { parse_date("-1"); }) == "integer_out_of_range");
}

TEST_CASE("times are read") {
  CHECK(parse_time("23:59:59.999999999") == 86'399'999'999'999);
  CHECK(parse_time("08:30:00.5") == 30'600'500'000'000);
  CHECK(parse_time("8:1:2") == 28'862'000'000'000);
  CHECK(parse_time("12") == 12);
  for (const char* text : {"", "12:34", "24:00:00", "12:60:00", "12:00:60", "12:00:00.0000000001",
                           "12:00:00.", "12:00:00Z", "noon", "8:1:-2", "1:2:3:4"}) {
    CAPTURE(text);
    CHECK(refused([&] { parse_time(text); }) == "not_a_time");
  }
  CHECK(refused([] { parse_time("86400000000000"); }) == "integer_out_of_range");
  CHECK(refused([] { parse_time("-1"); }) == "integer_out_of_range");
}

TEST_CASE("a duration is added by the calendar") {
  const std::int64_t january_31 = parse_timestamp("2024-01-31 10:00");
  CHECK(add(january_31, {1, 0, 0}) == parse_timestamp("2024-02-29 10:00"));
  CHECK(add(january_31, {13, 1, 0}) == parse_timestamp("2025-03-01 10:00"));
  CHECK(add(january_31, {-2, 0, 0}) == parse_timestamp("2023-11-30 10:00"));
  CHECK(add(0, {0, -1, -1'000'000}) == -86'400'001);
  CHECK(add(0, {0, 0, 1'999'999}) == 1);
  CHECK(add(0, {1, 0, 3'600'000'000'000'000}) == parse_timestamp("1970-02-01") + 3'600'000'000);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  CHECK(add(kMost, {0, 0, 1'000'000}) == std::numeric_limits<std::int64_t>::min());
  CHECK(add(add(kMost, {2147483647, 2147483647, kMost}), {-2147483647, -2147483647, -kMost}) != 0);
}

TEST_CASE("time uuids hold their time") {
  const std::string epoch = encode(TypeKind::timeuuid, "13814000-1dd2-11b2-8080-808080808080");
  CHECK(timeuuid_milliseconds(epoch) == 0);
  CHECK(timeuuid_ticks(epoch) == 122'192'928'000'000'000);
  CHECK(make_timeuuid(122'192'928'000'000'000, 0x8080808080808080) == epoch);
  CHECK(timeuuid_ticks(encode(TypeKind::timeuuid, "ffffffff-ffff-1fff-8000-000000000000")) ==
        0x0fffffffffffffff);
}

}  // namespace cellar
