#include <algorithm>
#include <charconv>

#include "refusal/refusal.h"
#include "types/number/integer_range.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/time/calendar_reader.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr std::int64_t kEpoch = std::int64_t{1} << 31;  // the day number of 1970-01-01

std::optional<std::int64_t> read_raw_number(std::string_view text, std::int64_t most) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

// A part of a time: digits, with a plus if one likes, below `limit`.
std::optional<std::int64_t> take_part(std::string_view& text, std::int64_t limit) {
  take(text, '+');
  const std::optional<std::int64_t> number = take_digits(text, 1, 18);
  return number && *number < limit ? number : std::nullopt;
}

std::optional<std::int64_t> take_nanoseconds(std::string_view& text) {
  const std::size_t size = text.size();
  std::optional<std::int64_t> number = take_digits(text, 1, 9);
  if (!number) return std::nullopt;
  for (std::size_t digits = size - text.size(); digits < 9; ++digits) *number *= 10;
  return number;
}

std::optional<std::int64_t> read_time(std::string_view text) {
  text = trim(text);
  const std::optional<std::int64_t> hour = take_part(text, 24);
  if (!hour || !take(text, ':')) return std::nullopt;
  const std::optional<std::int64_t> minute = take_part(text, 60);
  if (!minute || !take(text, ':')) return std::nullopt;
  const std::optional<std::int64_t> second = take_part(text, 60);
  if (!second) return std::nullopt;
  std::optional<std::int64_t> nanoseconds = 0;
  if (take(text, '.')) nanoseconds = take_nanoseconds(text);
  if (!nanoseconds || !text.empty()) return std::nullopt;
  return ((*hour * 60 + *minute) * 60 + *second) * 1'000'000'000 + *nanoseconds;
}

}  // namespace

std::string encode_date(std::int64_t days_since_1970) {
  return encode_int32(static_cast<std::int32_t>(days_since_1970 + kEpoch));
}

std::int64_t decode_date(std::string_view bytes) {
  return static_cast<std::uint32_t>(decode_integer(bytes)) - kEpoch;
}

std::uint32_t parse_date(std::string_view text) {
  if (is_raw_number(text)) {
    const auto day = read_raw_number(text, 2 * kEpoch - 1);
    if (!day) refuse_integer_range(text, "date", 0, 2 * kEpoch - 1);
    return static_cast<std::uint32_t>(*day);
  }
  std::string_view rest = text;
  const std::optional<CivilDate> date = take_iso_date(rest);
  if (!date || !rest.empty()) refuse("not_a_date", {}, {{"literal", shorten(text)}});
  if (date->day > days_in_month(date->year, date->month)) {
    refuse("no_such_day", {}, {{"literal", shorten(text)}});
  }
  const std::int64_t day = days_from_civil(*date) + kEpoch;
  if (day < 0 || day >= 2 * kEpoch) refuse("no_such_day", {}, {{"literal", shorten(text)}});
  return static_cast<std::uint32_t>(day);
}

std::int64_t parse_time(std::string_view text) {
  const bool raw = is_raw_number(text);
  const auto nanoseconds = raw ? read_raw_number(text, kNanosecondsOfDay - 1) : read_time(text);
  if (nanoseconds) return *nanoseconds;
  if (raw) refuse_integer_range(text, "time", 0, kNanosecondsOfDay - 1);
  refuse("not_a_time", {}, {{"literal", shorten(text)}});
}

}  // namespace cellar
