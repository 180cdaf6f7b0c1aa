#include <algorithm>
#include <charconv>
#include <limits>

#include "refusal/refusal.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/text.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_decimal(std::string_view text) {
  refuse("not_a_number", {}, {{"literal", shorten(text)}, {"type", "decimal"}});
}

[[noreturn]] void refuse_exponent(std::string_view text) {
  refuse("decimal_exponent", {}, {{"literal", shorten(text)}});
}

// Parses what follows the `e`: Java takes a sign and digits, and no more than an int.
std::int64_t parse_exponent(std::string_view digits, std::string_view whole) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int32_t exponent = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, exponent);
  if (error == std::errc::result_out_of_range) refuse_exponent(whole);
  if (error != std::errc() || stop != end) refuse_decimal(whole);
  return exponent;
}

// Position of the first digit relative to the point: 1.5 -> 0, 15 -> 1, 0.15 -> -1.
std::int64_t adjusted_exponent(std::size_t digits, std::int32_t scale) {
  return static_cast<std::int64_t>(digits) - 1 - scale;
}

// Between which powers of ten the number's first digit lies. Found without writing the digits: a bit is a
// little more than 0.30102 digits, and a little less than 0.30103.
struct Magnitude {
  std::int64_t least;
  std::int64_t most;
};

Magnitude magnitude_of(const Decimal& value) {
  const auto bits = static_cast<std::int64_t>(boost::multiprecision::msb(abs(value.unscaled))) + 1;
  return {(bits - 1) * 30'102 / 100'000 - value.scale, bits * 30'103 / 100'000 - value.scale};
}

BigInteger scaled_up(const BigInteger& value, std::int64_t zeros) {
  return value * boost::multiprecision::pow(BigInteger(10), static_cast<unsigned>(zeros));
}

int sign_of(const BigInteger& value) { return value.sign(); }

}  // namespace

std::string encode_decimal(const Decimal& value) {
  return encode_int32(value.scale) + encode_varint(value.unscaled);
}

Decimal decode_decimal(std::string_view bytes) {
  return {decode_varint(bytes.substr(4)), static_cast<std::int32_t>(decode_integer(bytes.substr(0, 4)))};
}

Decimal parse_decimal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  const std::int64_t exponent = e == text.npos ? 0 : parse_exponent(text.substr(e + 1), text);
  const std::size_t point = mantissa.find('.');
  const std::string_view fraction = point == mantissa.npos ? std::string_view() : mantissa.substr(point + 1);
  const std::string digits = std::string(mantissa.substr(0, point)).append(fraction);
  const std::optional<BigInteger> unscaled = parse_integer(digits);
  const std::int64_t scale = static_cast<std::int64_t>(fraction.size()) - exponent;
  const bool scale_fits = scale == static_cast<std::int32_t>(scale);
  if (!unscaled || fraction.find_first_of("+-") != fraction.npos) refuse_decimal(text);
  if (!scale_fits) refuse_exponent(text);
  return {*unscaled, static_cast<std::int32_t>(scale)};
}

std::string to_string(const Decimal& value) {
  std::string digits = to_string(BigInteger(abs(value.unscaled)));
  const std::string sign = value.unscaled < 0 ? "-" : "";
  const std::int64_t exponent = adjusted_exponent(digits.size(), value.scale);
  if (value.scale == 0) return sign + digits;
  if (value.scale > 0 && exponent >= -6) {
    const auto scale = static_cast<std::size_t>(value.scale);
    if (digits.size() <= scale) digits.insert(0, scale - digits.size() + 1, '0');
    return sign + digits.insert(digits.size() - scale, 1, '.');
  }
  if (digits.size() > 1) digits.insert(1, 1, '.');
  if (exponent == 0) return sign + digits;
  return sign + digits + (exponent > 0 ? "E+" : "E") + std::to_string(exponent);
}

int compare(const Decimal& left, const Decimal& right) {
  const int left_sign = sign_of(left.unscaled);
  const int right_sign = sign_of(right.unscaled);
  if (left_sign != right_sign) return left_sign < right_sign ? -1 : 1;
  if (left_sign == 0) return 0;
  if (left.scale == right.scale) return left.unscaled.compare(right.unscaled);
  const Magnitude left_magnitude = magnitude_of(left);
  const Magnitude right_magnitude = magnitude_of(right);
  if (left_magnitude.most < right_magnitude.least) return -left_sign;
  if (right_magnitude.most < left_magnitude.least) return left_sign;
  // The first digits are at about the same place, so the scales differ by no more than the numbers of digits.
  const std::int64_t zeros = std::int64_t{left.scale} - right.scale;
  const int order = zeros > 0 ? left.unscaled.compare(scaled_up(right.unscaled, zeros))
                              : scaled_up(left.unscaled, -zeros).compare(right.unscaled);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

double to_double(const Decimal& value) {
  const std::string digits = to_string(value.unscaled);
  return *parse_double(digits + "e" + std::to_string(-std::int64_t{value.scale}));
}

}  // namespace cellar
