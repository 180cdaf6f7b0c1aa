// Numbers with a given number of digits, by printf, which computes them. Those of libc++ (src/ryu/d2fixed.cpp, which is left out)
// read them from tables of a hundred thousand bytes, which no compression makes smaller.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

static to_chars_result print(char* first, char* last, const char* format, double value,
                             std::uint32_t precision) {
  const int size = std::snprintf(nullptr, 0, format, static_cast<int>(precision), value);
  if (size > last - first) return {last, errc::value_too_large};
  string text(static_cast<std::size_t>(size), '\0');
  std::snprintf(text.data(), text.size() + 1, format, static_cast<int>(precision), value);
  return {text.copy(first, text.size()) + first, errc{}};
}

to_chars_result __d2fixed_buffered_n(char* first, char* const last, const double value,
                                     const std::uint32_t precision) {
  return print(first, last, "%.*f", value, precision);
}

to_chars_result __d2exp_buffered_n(char* first, char* const last, const double value,
                                   std::uint32_t precision) {
  return print(first, last, "%.*e", value, precision);
}

/// The digits of a number that has `size` of them.
void __append_n_digits(const std::uint32_t size, std::uint32_t number, char* const digits) {
  for (std::uint32_t i = size; i-- > 0; number /= 10) digits[i] = static_cast<char>('0' + number % 10);
}

/// With zeros at the front.
void __append_nine_digits(std::uint32_t number, char* const digits) { __append_n_digits(9, number, digits); }

_LIBCPP_END_NAMESPACE_STD
