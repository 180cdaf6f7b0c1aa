#include "functions/number/logarithm.h"

#include <algorithm>
#include <cstdint>

#include "functions/number/decimal.h"
#include "refusal/refusal.h"

namespace cellar {

namespace {

constexpr std::int64_t kLeastLogarithmDigits = 32;
constexpr std::int64_t kMostLogarithmDigits = 10'000;
constexpr std::int64_t kSpareDigits = 20;
constexpr unsigned kHalvings = 8;

// A number in fixed point: the integer n means n / 2^bits.
using Fixed = BigInteger;

std::int64_t result_digits(const Decimal& value) {
  return std::clamp(precision(value), kLeastLogarithmDigits, kMostLogarithmDigits);
}

// Returns the power of ten of the first digit: 1.5 -> 0, 15 -> 1, 0.15 -> -1.
std::int64_t first_digit(const Decimal& value) { return precision(value) - 1 - value.scale; }

unsigned bits_for(std::int64_t digits) { return static_cast<unsigned>(digits * 10 / 3 + 64); }

Fixed to_fixed(const Decimal& value, unsigned bits) {
  const BigInteger shifted = value.unscaled << bits;
  if (value.scale <= 0) return shifted * power_of_ten(-std::int64_t{value.scale});
  return shifted / power_of_ten(value.scale);
}

Fixed one(unsigned bits) { return Fixed(1) << bits; }

// The series of 2 artanh(numerator / denominator) = ln((denominator + numerator) / (denominator -
// numerator)).
Fixed twice_artanh(const BigInteger& numerator, const BigInteger& denominator, unsigned bits) {
  Fixed power = (numerator << (bits + 1)) / denominator;
  const BigInteger numerator_square = numerator * numerator;
  const BigInteger denominator_square = denominator * denominator;
  Fixed sum = power;
  for (unsigned n = 3; power != 0; n += 2) {
    power = power * numerator_square / denominator_square;
    sum += power / n;
  }
  return sum;
}

// 10 = 2^3 * 5/4.
Fixed logarithm_of_ten(unsigned bits) { return 3 * twice_artanh(1, 3, bits) + twice_artanh(1, 9, bits); }

// Takes numbers around 1. Square roots bring them so near to 1 that the series is short.
Fixed logarithm(Fixed value, unsigned bits) {
  for (unsigned i = 0; i < kHalvings; ++i) value = sqrt(Fixed(value << bits));
  const Fixed ratio = ((value - one(bits)) << bits) / (value + one(bits));
  const Fixed square = (ratio * ratio) >> bits;
  Fixed power = ratio << 1;
  Fixed sum = power;
  for (unsigned n = 3; power != 0 && power != -1; n += 2) {
    power = (power * square) >> bits;
    sum += power / n;
  }
  return sum << kHalvings;
}

// The argument is halved, the series summed, and the sum squared as often.
Fixed exponential(const Fixed& value, unsigned bits) {
  const Fixed halved = value >> kHalvings;
  Fixed term = one(bits);
  Fixed sum = term;
  for (unsigned n = 1; term != 0; ++n) {
    term = ((term * halved) >> bits) / n;
    sum += term;
  }
  for (unsigned i = 0; i < kHalvings; ++i) sum = (sum * sum) >> bits;
  return sum;
}

Decimal to_decimal(const Fixed& value, unsigned bits, std::int64_t digits) {
  // The first guess of where the digits begin may be wrong by one digit.
  std::int64_t scale = digits - 1 - precision(BigInteger(abs(value) >> bits)) + 1;
  if (abs(value) < one(bits)) {
    const auto leading_bits = static_cast<std::int64_t>(bits - msb(BigInteger(abs(value))));
    scale = digits + leading_bits * 3 / 10;
  }
  for (;; ++scale) {
    const BigInteger shifted = scale >= 0 ? BigInteger(value * power_of_ten(scale)) : value;
    const BigInteger divisor = one(bits) * power_of_ten(scale >= 0 ? 0 : -scale);
    const BigInteger unscaled = divide(shifted, divisor, Rounding::half_even);
    const std::int64_t got = precision(unscaled);
    if (got == digits) return {unscaled, static_cast<std::int32_t>(scale)};
    if (got > digits) scale -= got - digits + 1;
  }
}

// value = number * 10^exponent, the number from 0.316 to 3.16 or so: where it is near 1, the exponent is 0
// and no digits cancel out.
struct Parts {
  Fixed number;
  std::int64_t exponent;
};
Parts take_apart(const Decimal& value, unsigned bits) {
  std::int64_t exponent = first_digit(value);
  Decimal number{value.unscaled, static_cast<std::int32_t>(value.scale + exponent)};
  const Decimal three{3, 0};
  if (compare(number, three) > 0) {
    ++exponent;
    ++number.scale;
  }
  return {to_fixed(number, bits), exponent};
}

void require_positive(const Decimal& value) {
  if (value.unscaled <= 0) refuse("no_logarithm", {}, {{"value", to_string(value)}});
}

unsigned bits_of_logarithm(const Decimal& value, std::int64_t digits) {
  return bits_for(digits + precision(value) + kSpareDigits);
}

}  // namespace

Decimal exponential(const Decimal& value) {
  if (value.unscaled == 0) return {1, 0};
  const std::int64_t digits = result_digits(value);
  const std::int64_t first = first_digit(value);
  if (first > 8) refuse("number_too_large");
  if (first < -digits - 1) return {power_of_ten(digits - 1), static_cast<std::int32_t>(digits - 1)};
  // e^value = 10^tens * e^rest
  const unsigned bits = bits_for(digits + std::max<std::int64_t>(first, 0) + kSpareDigits);
  const Fixed fixed = to_fixed(value, bits);
  const Fixed ten = logarithm_of_ten(bits);
  Fixed tens = fixed / ten;
  if (fixed < 0) --tens;
  const Decimal result = to_decimal(exponential(Fixed(fixed - tens * ten), bits), bits, digits);
  return {result.unscaled, static_cast<std::int32_t>(result.scale - static_cast<std::int64_t>(tens))};
}

Decimal natural_logarithm(const Decimal& value) {
  require_positive(value);
  if (compare(value, Decimal{1, 0}) == 0) return {0, 0};
  const std::int64_t digits = result_digits(value);
  const unsigned bits = bits_of_logarithm(value, digits);
  const Parts parts = take_apart(value, bits);
  const Fixed result = logarithm(parts.number, bits) + parts.exponent * logarithm_of_ten(bits);
  return to_decimal(result, bits, digits);
}

Decimal decimal_logarithm(const Decimal& value) {
  require_positive(value);
  const std::int64_t first = first_digit(value);
  const std::int64_t zeros = precision(value) - 1;
  if (value.unscaled == power_of_ten(zeros)) return {first, 0};
  const std::int64_t digits = result_digits(value);
  const unsigned bits = bits_of_logarithm(value, digits);
  const Parts parts = take_apart(value, bits);
  const Fixed fraction = (logarithm(parts.number, bits) << bits) / logarithm_of_ten(bits);
  return to_decimal(Fixed(fraction + (Fixed(parts.exponent) << bits)), bits, digits);
}

}  // namespace cellar
