#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "types/number/number.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  return count;
}

/// Returns true for digits with at most one point among them, and an exponent if there is one. No sign precedes them.
bool is_number(std::string_view text) {
  std::size_t digits = count_digits(text);
  text.remove_prefix(digits);
  if (text.starts_with('.')) {
    const std::size_t decimals = count_digits(text.substr(1));
    digits += decimals;
    text.remove_prefix(1 + decimals);
  }
  if (digits == 0 || text.empty()) return digits > 0;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && count_digits(text) == text.size();
}

// Whether a number out of the type's range is out above it. Only called for such numbers, so the size of the
// first digit's place decides.
bool is_huge(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == mantissa.npos) return false;
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  std::int64_t exponent = 0;
  if (e < text.size()) {
    std::string_view digits = text.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error == std::errc::result_out_of_range) return !digits.starts_with('-');
  }
  const std::int64_t place = point - static_cast<std::int64_t>(first);
  return exponent > -place;
}

template <typename Float>
std::optional<Float> parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const Float sign = negative ? Float{-1} : Float{1};
  if (!is_number(text)) {
    const std::string lower = text.size() <= 8 ? to_lower(text) : std::string();
    if (lower == "nan") return std::numeric_limits<Float>::quiet_NaN();
    if (lower == "infinity") return sign * std::numeric_limits<Float>::infinity();
    return std::nullopt;
  }
  Float value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    value = is_huge(text) ? std::numeric_limits<Float>::infinity() : Float{0};
  }
  return sign * value;
}

// The shortest digits of a finite number, without point, and the power of ten of the first.
struct Digits {
  bool negative;
  std::string digits;
  int exponent;
};

Digits read_digits(std::string_view written) {
  Digits result{written.starts_with('-'), {}, 0};
  if (result.negative) written.remove_prefix(1);
  const std::size_t e = written.find('e');
  for (const char c : written.substr(0, e)) {
    if (c != '.') result.digits += c;
  }
  std::string_view exponent = written.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  return result;
}

template <typename Float>
Digits shortest_digits(Float value) {
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  return read_digits({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
}

// As above; where one digit is enough, the closest of the numbers of two digits, since Java writes two at least. They
// differ among the smallest numbers alone: 4.9E-324 and not 5.0E-324.
template <typename Float>
Digits java_digits(Float value) {
  Digits shortest = shortest_digits(value);
  if (shortest.digits.size() > 1 || value == 0) return shortest;
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 1);
  Digits closest = read_digits({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
  if (closest.digits.back() == '0') closest.digits.pop_back();
  return closest;
}

// Digits with a point and at least one digit on both its sides.
std::string plain(const Digits& number) {
  const std::string& digits = number.digits;
  if (number.exponent < 0)
    return "0." + std::string(static_cast<std::size_t>(-number.exponent - 1), '0') + digits;
  const auto before = static_cast<std::size_t>(number.exponent) + 1;
  if (digits.size() <= before) return digits + std::string(before - digits.size(), '0') + ".0";
  return digits.substr(0, before) + "." + digits.substr(before);
}

template <typename Float>
std::string special(Float value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

template <typename Float>
std::string write(Float value) {
  if (!std::isfinite(value)) return special(value);
  const Digits number = shortest_digits(value);
  const std::string sign = number.negative ? "-" : "";
  if (number.exponent >= -4 && number.exponent < 16) return sign + plain(number);
  const std::string rest = number.digits.size() > 1 ? "." + number.digits.substr(1) : "";
  return fmt::format("{}{}{}e{:+03d}", sign, number.digits[0], rest, number.exponent);
}

template <typename Float>
std::string write_java(Float value) {
  if (!std::isfinite(value)) return special(value);
  const Digits number = java_digits(value);
  const std::string sign = number.negative ? "-" : "";
  if (value == 0 || (number.exponent >= -3 && number.exponent < 7)) return sign + plain(number);
  const std::string rest = number.digits.size() > 1 ? number.digits.substr(1) : "0";
  return fmt::format("{}{}.{}E{}", sign, number.digits[0], rest, number.exponent);
}

}  // namespace

std::optional<float> parse_float(std::string_view text) { return parse<float>(text); }
std::optional<double> parse_double(std::string_view text) { return parse<double>(text); }
std::string to_string(float value) { return write(value); }
std::string to_string(double value) { return write(value); }
std::string to_java_string(float value) { return write_java(value); }
std::string to_java_string(double value) { return write_java(value); }

}  // namespace cellar
