// Dates and times between text, numbers and bytes. The zone is UTC unless the text names one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cellar {

struct Duration {
  std::int32_t months = 0;
  std::int32_t days = 0;
  std::int64_t nanoseconds = 0;
};

std::string encode_duration(const Duration& value);  // three zig-zag vints
Duration decode_duration(std::string_view bytes);
Duration parse_duration(std::string_view text);  // refuses
std::string to_string(const Duration& value);    // 1y2mo3d4h5m6s7ms8us9ns

std::int64_t parse_timestamp(std::string_view text);  // milliseconds since 1970; refuses
std::uint32_t parse_date(std::string_view text);      // days, 2^31 is 1970-01-01; refuses
std::int64_t parse_time(std::string_view text);       // nanoseconds since midnight; refuses

struct CivilDate {
  std::int64_t year;
  unsigned month;
  unsigned day;
};
CivilDate civil_from_days(std::int64_t days_since_1970);
std::int64_t days_from_civil(const CivilDate& date);

/// Adds a duration to milliseconds since 1970: months by the calendar (the day is cut to the month's last), then
/// days, then nanoseconds.
std::int64_t add(std::int64_t timestamp, const Duration& duration);

/// Version 1 uuids: 100 ns ticks since 1582-10-15, and milliseconds since 1970.
std::int64_t timeuuid_ticks(std::string_view uuid_bytes);
std::int64_t timeuuid_milliseconds(std::string_view uuid_bytes);
std::string make_timeuuid(std::int64_t ticks, std::uint64_t clock_sequence_and_node);

}  // namespace cellar
