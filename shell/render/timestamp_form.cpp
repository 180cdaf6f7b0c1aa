#include "shell/render/timestamp_form.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <iterator>
#include <optional>

#include "refusal/width.h"
#include "types/time/time.h"

namespace cellar {

namespace {

/// A moment as the clocks of a zone show it.
struct LocalTime {
  std::tm parts = {};
  std::int64_t milliseconds = 0;
  ZoneOffset offset;
};

std::optional<LocalTime> local_time(std::int64_t timestamp, const TimeZone& zone) {
  LocalTime local;
  const std::int64_t seconds = floor_divide(timestamp, 1000);
  local.milliseconds = timestamp - seconds * 1000;
  const CivilDate utc = civil_from_days(floor_divide(seconds, kSecondsOfDay));
  if (utc.year < 1 || utc.year > 9999) return std::nullopt;
  local.offset = zone.at(seconds);
  const std::int64_t shown = seconds + local.offset.seconds;
  const std::int64_t days = floor_divide(shown, kSecondsOfDay);
  const CivilDate date = civil_from_days(days);
  if (date.year < 1 || date.year > 9999) return std::nullopt;
  const auto of_day = static_cast<int>(shown - days * kSecondsOfDay);
  local.parts.tm_year = static_cast<int>(date.year) - 1900;
  local.parts.tm_mon = static_cast<int>(date.month) - 1;
  local.parts.tm_mday = static_cast<int>(date.day);
  local.parts.tm_hour = of_day / 3600;
  local.parts.tm_min = of_day / 60 % 60;
  local.parts.tm_sec = of_day % 60;
  local.parts.tm_wday = static_cast<int>(((days + 4) % 7 + 7) % 7);
  local.parts.tm_yday = static_cast<int>(days - days_from_civil({date.year, 1, 1}));
  return local;
}

void append_offset(std::int64_t seconds, std::string& text) {
  const std::int64_t minutes = (seconds < 0 ? -seconds : seconds) / 60;
  fmt::format_to(std::back_inserter(text), "{}{:02}{:02}", seconds < 0 ? '-' : '+', minutes / 60,
                 minutes % 60);
}

void append_fraction(std::int64_t milliseconds, Fraction fraction, std::string& text) {
  const bool is_short = fraction == Fraction::milliseconds_behind_point && text.ends_with('.');
  text += is_short ? fmt::format("{:03}", milliseconds) : fmt::format("{:06}", milliseconds * 1000);
}

void append_directive(char letter, const LocalTime& local, Fraction fraction, std::string& text) {
  switch (letter) {
    case 'f':
      return append_fraction(local.milliseconds, fraction, text);
    case 'z':
      return append_offset(local.offset.seconds, text);
    case 'Z':
      text += local.offset.abbreviation;
      return;
    case 'Y':  // that of glibc has no leading zeros, without which a year before 1000 could not be read
      fmt::format_to(std::back_inserter(text), "{:04}", local.parts.tm_year + 1900);
      return;
    default:
      break;
  }
  const char directive[] = {'%', letter, '\0'};
  std::array<char, 256> buffer = {};
  const std::size_t length = std::strftime(buffer.data(), buffer.size(), directive, &local.parts);
  text.append(buffer.data(), length);
}

}  // namespace

std::optional<std::string> unknown_directive(std::string_view form) {
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%') continue;
    if (++i == form.size()) return "%";
    if (kTimestampDirectives.find(form[i]) == kTimestampDirectives.npos)
      return std::string(form.substr(i - 1, 1 + first_character(form.substr(i)).bytes));
  }
  return std::nullopt;
}

void append_timestamp(std::int64_t timestamp, std::string_view format, const TimeZone& zone,
                      Fraction fraction, std::string& text) {
  const std::optional<LocalTime> local = local_time(timestamp, zone);
  if (!local) {
    text += std::to_string(timestamp);
    return;
  }
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '%' && i + 1 < format.size()) {
      append_directive(format[++i], *local, fraction, text);
    } else {
      text += format[i];
    }
  }
}

}  // namespace cellar
