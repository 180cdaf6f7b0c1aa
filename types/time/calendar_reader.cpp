#include "types/time/calendar_reader.h"

#include <algorithm>
#include <charconv>

namespace cellar {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_raw_number(std::string_view text) {
  take(text, '-');
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  while (count < text.size() && count < most && is_digit(text[count])) ++count;
  if (count < least) return std::nullopt;
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + count, number).ec != std::errc()) return std::nullopt;
  text.remove_prefix(count);
  return number;
}

std::optional<CivilDate> take_iso_date(std::string_view& text) {
  const bool negative = take(text, '-');
  const bool plus = !negative && take(text, '+');
  const std::size_t size = text.size();
  const std::optional<std::int64_t> year = take_digits(text, 4, 10);
  if (!year) return std::nullopt;
  const bool is_long = size - text.size() > 4;
  if ((!negative && plus != is_long) || (negative && *year == 0)) return std::nullopt;
  if (*year > 999'999'999 || !take(text, '-')) return std::nullopt;
  const std::optional<std::int64_t> month = take_digits(text, 2, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const std::optional<std::int64_t> day = take_digits(text, 2, 2);
  if (!day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return std::nullopt;
  return CivilDate{negative ? -*year : *year, static_cast<unsigned>(*month), static_cast<unsigned>(*day)};
}

}  // namespace cellar
