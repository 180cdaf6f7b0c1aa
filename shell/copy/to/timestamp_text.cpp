#include "shell/copy/to/timestamp_text.h"

#include <fmt/format.h>

#include <array>
#include <ctime>

#include "types/time/time.h"

namespace cellar {

namespace {

struct Moment {
  CivilDate date;
  std::int64_t days;           // since 1970
  std::uint64_t milliseconds;  // within the day

  bool has_form() const { return date.year >= 1 && date.year <= 9999; }
};

Moment moment_of(std::int64_t timestamp) {
  const DayAndMilliseconds parts = split_timestamp(timestamp);
  return {civil_from_days(parts.days), parts.days, static_cast<std::uint64_t>(parts.milliseconds)};
}

template <std::size_t kCount>
char* put_number(char* place, std::uint64_t number) {
  for (std::size_t i = kCount; i > 0; number /= 10) place[--i] = static_cast<char>('0' + number % 10);
  return place + kCount;
}

std::tm broken_down(const Moment& moment) {
  std::tm time = {};
  time.tm_year = static_cast<int>(moment.date.year - 1900);
  time.tm_mon = static_cast<int>(moment.date.month) - 1;
  time.tm_mday = static_cast<int>(moment.date.day);
  time.tm_hour = static_cast<int>(moment.milliseconds / 3'600'000);
  time.tm_min = static_cast<int>(moment.milliseconds / 60'000 % 60);
  time.tm_sec = static_cast<int>(moment.milliseconds / 1'000 % 60);
  time.tm_wday = static_cast<int>(((moment.days + 4) % 7 + 7) % 7);  // 1970-01-01 was a Thursday
  time.tm_yday = static_cast<int>(moment.days - days_from_civil({moment.date.year, 1, 1}));
  time.tm_gmtoff = 0;
  time.tm_zone = "UTC";
  return time;
}

void append_directive(const std::tm& time, std::string_view directive, std::string& text) {
  // %Y of glibc has no leading zeros, without which a year before 1000 could not be read.
  if (directive == "%Y") {
    fmt::format_to(std::back_inserter(text), "{:04}", time.tm_year + 1900);
    return;
  }
  std::array<char, 128> written;
  text.append(written.data(),
              std::strftime(written.data(), written.size(), std::string(directive).c_str(), &time));
}

}  // namespace

void append_usual_timestamp(std::int64_t timestamp, std::string& text) {
  const Moment moment = moment_of(timestamp);
  if (!moment.has_form()) {
    text += std::to_string(timestamp);
    return;
  }
  char written[] = "yyyy-mm-dd hh:mm:ss.mmm+0000";
  char* place = put_number<4>(written, static_cast<std::uint64_t>(moment.date.year));
  place = put_number<2>(place + 1, moment.date.month);
  place = put_number<2>(place + 1, moment.date.day);
  place = put_number<2>(place + 1, moment.milliseconds / 3'600'000);
  place = put_number<2>(place + 1, moment.milliseconds / 60'000 % 60);
  place = put_number<2>(place + 1, moment.milliseconds / 1'000 % 60);
  put_number<3>(place + 1, moment.milliseconds % 1'000);
  text.append(written, sizeof written - 1);
}

void append_timestamp_in_form(std::int64_t timestamp, std::string_view form, std::string& text) {
  const Moment moment = moment_of(timestamp);
  if (!moment.has_form()) {
    text += std::to_string(timestamp);
    return;
  }
  const std::tm time = broken_down(moment);
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%' || i + 1 == form.size()) {
      text += form[i];
    } else if (form[++i] == 'f') {
      const std::uint64_t part = moment.milliseconds % 1'000;
      const bool is_behind_point = !text.empty() && text.back() == '.';
      text += is_behind_point ? fmt::format("{:03}", part) : fmt::format("{:06}", part * 1'000);
    } else {
      append_directive(time, form.substr(i - 1, 2), text);
    }
  }
}

}  // namespace cellar
