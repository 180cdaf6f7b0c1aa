#include "shell/teach/cells/time_words.h"

#include <fmt/format.h>

#include "types/time/time.h"

namespace cellar {

std::string moment_text(Timestamp microseconds) {
  constexpr Timestamp kSecond = 1'000'000;
  const Seconds second = floor_divide(microseconds, kSecond);
  const Timestamp rest = microseconds - second * kSecond;
  const std::int64_t days = floor_divide(second, kSecondsOfDay);
  const std::optional<std::string> date = date_text(days);
  if (!date) return std::to_string(microseconds);
  const Seconds of_day = second - days * kSecondsOfDay;
  std::string text =
      fmt::format("{}T{:02}:{:02}:{:02}", *date, of_day / 3'600, of_day / 60 % 60, of_day % 60);
  if (rest % 1'000 != 0) {
    text += fmt::format(".{:06}", rest);
  } else if (rest != 0) {
    text += fmt::format(".{:03}", rest / 1'000);
  }
  return text + 'Z';
}

std::string second_text(Seconds second) {
  constexpr Seconds kFarthest = 253'402'300'799;  // the end of the year 9999
  if (second < 0 || second > kFarthest) return std::to_string(second);
  return moment_text(second * 1'000'000);
}

std::string microseconds_text(Timestamp microseconds) {
  const std::string time = moment_text(microseconds);
  return time.ends_with('Z') ? fmt::format("{} ({})", microseconds, time) : time;
}

}  // namespace cellar
