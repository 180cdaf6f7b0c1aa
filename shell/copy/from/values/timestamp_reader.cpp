#include "shell/copy/from/values/timestamp_reader.h"

#include <ctime>
#include <optional>

#include "shell/copy/copy_options.h"
#include "types/text/text.h"
#include "types/time/time.h"

namespace cellar {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads up to six digits behind a point as Python's %f does; further ones are passed over.
std::optional<std::int64_t> read_fraction(const char*& place) {
  if (!is_digit(*place)) return std::nullopt;
  std::int64_t microseconds = 0;
  for (int digits = 0; is_digit(*place) || digits < 6; ++digits) {
    const int digit = is_digit(*place) ? *place++ - '0' : 0;
    if (digits < 6) microseconds = microseconds * 10 + digit;
  }
  return microseconds / 1000;
}

/// Returns the next part of the form that strptime reads, and drops it and a %f behind it.
struct FormPart {
  std::string text;
  bool has_fraction = false;
};

FormPart take_part(std::string_view& form) {
  FormPart part;
  while (!form.empty() && !part.has_fraction) {
    const std::size_t length = form.front() == '%' && form.size() > 1 ? 2 : 1;
    part.has_fraction = form.starts_with("%f");
    if (!part.has_fraction) part.text += form.substr(0, length);
    form.remove_prefix(length);
  }
  return part;
}

/// Returns nothing for a text that does not have the form.
std::optional<std::int64_t> timestamp_in_form(const std::string& text, std::string_view form) {
  std::tm time = {};
  time.tm_mday = 1;
  std::int64_t milliseconds = 0;
  const char* place = text.c_str();
  while (!form.empty()) {
    const FormPart part = take_part(form);
    place = strptime(place, part.text.c_str(), &time);
    if (place == nullptr) return std::nullopt;
    if (!part.has_fraction) continue;
    const std::optional<std::int64_t> fraction = read_fraction(place);
    if (!fraction) return std::nullopt;
    milliseconds = *fraction;
  }
  const CivilDate date{time.tm_year + 1900, static_cast<unsigned>(time.tm_mon + 1),
                       static_cast<unsigned>(time.tm_mday)};
  if (place != text.c_str() + text.size() || date.day > days_in_month(date.year, date.month))
    return std::nullopt;
  const std::int64_t seconds = days_from_civil(date) * kSecondsOfDay + time.tm_hour * 3600 +
                               time.tm_min * 60 + time.tm_sec - time.tm_gmtoff;
  return seconds * 1000 + milliseconds;
}

}  // namespace

std::int64_t timestamp_of(std::string_view text, const std::string& form) {
  if (form != CopyOptions().timestamp_format) {
    if (const auto timestamp = timestamp_in_form(std::string(text), form)) return *timestamp;
  }
  return parse_timestamp(text);
}

}  // namespace cellar
