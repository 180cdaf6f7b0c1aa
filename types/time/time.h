// Dates and times between text, numbers and bytes. The zone is UTC unless the text names one.
//
// In:      the text of a literal without its quotes, numbers, or bytes.
// Out:     numbers, bytes, or text.
// Refused: by the parse functions, a text that is not in a form of the type, names no moment of the calendar,
//          or is out of the type's range.
//
// Sources, by type: date_and_time.cpp, timestamp.cpp, duration.cpp; calendar.cpp for what they share.
//
// The calendar is our own, since the years of C++20 and of Howard Hinnant's date end at 32,767, those of a
// timestamp at 292 million.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

inline constexpr std::int64_t kMicrosecondsOfMillisecond = 1'000;
inline constexpr std::int64_t kMicrosecondsOfSecond = 1'000'000;
inline constexpr std::int64_t kSecondsOfDay = 86'400;
inline constexpr std::int64_t kMillisecondsOfDay = kSecondsOfDay * 1'000;
inline constexpr std::int64_t kMicrosecondsOfDay = kMillisecondsOfDay * 1'000;
inline constexpr std::int64_t kNanosecondsOfDay = kMicrosecondsOfDay * 1'000;

struct Duration {
  std::int32_t months = 0;
  std::int32_t days = 0;
  std::int64_t nanoseconds = 0;
};

std::string encode_duration(const Duration& value);  // three zig-zag vints
Duration decode_duration(std::string_view bytes);
/// 1y2mo3w4d5h6m7s8ms9us10ns (units in this order, each once), P1Y2M3DT4H5M6S, P3W or P0001-02-03T04:05:06,
/// each with a minus in front where it is negative.
Duration parse_duration(std::string_view text);
std::string to_string(const Duration& value);  // 1y2mo3d4h5m6s7ms8us9ns, 0s

/// Milliseconds since 1970. Forms: digits (milliseconds); `now`; a date; a date, a T or a blank, and a time
/// with or without seconds and their fraction. Date and time may be followed by Z, +hh, +hhmm or +hh:mm, with
/// or without a blank, or by a blank and the name of a zone (UTC, PST, Central European Time; not
/// Europe/Paris). A day after the month's last is the last; 24:00 is the next day's midnight.
std::int64_t parse_timestamp(std::string_view text);
/// Returns true for the text that parse_timestamp() reads as the time of the system's clock.
bool is_now(std::string_view text);
/// Days, 2^31 is 1970-01-01. Forms: digits (this very number), yyyy-mm-dd with a sign before years of other
/// than four digits.
std::uint32_t parse_date(std::string_view text);
/// Days since 1970 between numbers and a date's bytes.
std::string encode_date(std::int64_t days_since_1970);
std::int64_t decode_date(std::string_view bytes);
/// Nanoseconds since midnight. Forms: digits (this very number), hh:mm:ss[.fffffffff].
std::int64_t parse_time(std::string_view text);

/// `2011-02-03`; nothing outside the years 1 to 9999. Days count from 1970-01-01.
std::optional<std::string> date_text(std::int64_t days_since_1970);
/// 04:05:06.000000007. Outside the day the hours go on, as in cqlsh: 24:00:00.000000000, -1:59:59.999999999.
std::string time_text(std::int64_t nanoseconds);

/// A timestamp's date (as date_text) and its milliseconds within the day.
struct DayAndMilliseconds {
  std::int64_t days;
  std::int64_t milliseconds;
};
DayAndMilliseconds split_timestamp(std::int64_t timestamp);
/// The quotient rounded down, also below zero. The divisor is positive.
std::int64_t floor_divide(std::int64_t dividend, std::int64_t divisor);

struct CivilDate {
  std::int64_t year;
  unsigned month;
  unsigned day;
};
CivilDate civil_from_days(std::int64_t days_since_1970);
std::int64_t days_from_civil(const CivilDate& date);
unsigned days_in_month(std::int64_t year, unsigned month);

/// Adds a duration to milliseconds since 1970: months by the calendar (the day is cut to the month's last),
/// then days, then nanoseconds, of which whole milliseconds count. Wraps around at the ends of the range.
std::int64_t add(std::int64_t timestamp, const Duration& duration);

}  // namespace cellar
