#include <fmt/format.h>

#include <algorithm>

#include "types/time/time.h"

namespace cellar {

namespace {

constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;
constexpr std::int64_t kDaysPerEra = 146'097;  // 400 years, after which the calendar repeats

// Sums wrap as two's complement does.
std::int64_t wrapping_sum(std::int64_t left, std::int64_t right) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right));
}

CivilDate add_months(const CivilDate& date, std::int32_t months) {
  const std::int64_t month = date.year * 12 + (date.month - 1) + months;
  const CivilDate first{floor_divide(month, 12),
                        static_cast<unsigned>(month - floor_divide(month, 12) * 12 + 1), 1};
  return {first.year, first.month, std::min(date.day, days_in_month(first.year, first.month))};
}

}  // namespace

std::int64_t floor_divide(std::int64_t dividend, std::int64_t divisor) {
  return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

// Years are counted from March, so that the leap day is the last of its year.
CivilDate civil_from_days(std::int64_t days_since_1970) {
  const std::int64_t days = days_since_1970 + 719'468;  // since 0000-03-01
  const std::int64_t era = floor_divide(days, kDaysPerEra);
  const std::int64_t day_of_era = days - era * kDaysPerEra;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t march_month = (5 * day_of_year + 2) / 153;
  const auto day = static_cast<unsigned>(day_of_year - (153 * march_month + 2) / 5 + 1);
  const auto month = static_cast<unsigned>(march_month < 10 ? march_month + 3 : march_month - 9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

std::int64_t days_from_civil(const CivilDate& date) {
  const std::int64_t year = date.year - (date.month <= 2 ? 1 : 0);
  const std::int64_t era = floor_divide(year, 400);
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t march_month = date.month > 2 ? date.month - 3 : date.month + 9;
  const std::int64_t day_of_year = (153 * march_month + 2) / 5 + date.day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * kDaysPerEra + day_of_era - 719'468;
}

unsigned days_in_month(std::int64_t year, unsigned month) {
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (month == 2) return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

DayAndMilliseconds split_timestamp(std::int64_t timestamp) {
  const std::int64_t days = floor_divide(timestamp, kMillisecondsOfDay);
  // In two steps, since the day's first millisecond may be out of range.
  const std::int64_t remainder = timestamp % kMillisecondsOfDay;
  return {days, remainder < 0 ? remainder + kMillisecondsOfDay : remainder};
}

std::int64_t add(std::int64_t timestamp, const Duration& duration) {
  std::int64_t sum = timestamp;
  if (duration.months != 0) {
    const DayAndMilliseconds from = split_timestamp(timestamp);
    const std::int64_t day = days_from_civil(add_months(civil_from_days(from.days), duration.months));
    sum = wrapping_sum(sum, (day - from.days) * kMillisecondsOfDay);
  }
  sum = wrapping_sum(sum, duration.days * kMillisecondsOfDay);
  return wrapping_sum(sum, duration.nanoseconds / kNanosecondsPerMillisecond);
}

std::optional<std::string> date_text(std::int64_t days_since_1970) {
  constexpr std::int64_t kFirst = -719'162;  // 0001-01-01
  constexpr std::int64_t kLast = 2'932'896;  // 9999-12-31
  if (days_since_1970 < kFirst || days_since_1970 > kLast) return std::nullopt;
  const CivilDate date = civil_from_days(days_since_1970);
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string time_text(std::int64_t nanoseconds) {
  constexpr std::int64_t kHour = 3'600'000'000'000;
  const std::int64_t hours = floor_divide(nanoseconds, kHour);
  const std::int64_t rest = nanoseconds - hours * kHour;
  return fmt::format("{:02}:{:02}:{:02}.{:09}", hours, rest / 60'000'000'000, rest / 1'000'000'000 % 60,
                     rest % 1'000'000'000);
}

}  // namespace cellar
