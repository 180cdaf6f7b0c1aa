#include "functions/number/decimal.h"

#include <algorithm>
#include <utility>

#include "refusal/refusal.h"

namespace cellar {

namespace {

constexpr std::int64_t kMostDigits = 10'000;  // of results of + - *
constexpr std::int64_t kQuotientDigits = 32;
constexpr std::int64_t kLargestQuotientScale = 1'000;

std::int32_t checked_scale(std::int64_t scale) {
  if (scale != static_cast<std::int32_t>(scale)) refuse("number_too_large");
  return static_cast<std::int32_t>(scale);
}

Decimal round_to_digits(Decimal value, std::int64_t digits) {
  // Twice at most: 999.. may be rounded up to one digit more.
  for (std::int64_t drop = precision(value) - digits; drop > 0; drop = precision(value) - digits) {
    value.unscaled = divide(value.unscaled, power_of_ten(drop), Rounding::half_up);
    value.scale = checked_scale(std::int64_t{value.scale} - drop);
  }
  return value;
}

// Removes zeros at the end while the scale is above `least`.
Decimal strip_zeros(Decimal value, std::int64_t least) {
  const std::string digits = to_string(value.unscaled);
  const auto zeros = static_cast<std::int64_t>(digits.size() - 1 - digits.find_last_not_of('0'));
  const std::int64_t strip = std::min(zeros, std::int64_t{value.scale} - least);
  if (strip <= 0) return value;
  return {value.unscaled / power_of_ten(strip), checked_scale(std::int64_t{value.scale} - strip)};
}

// The sum of a number and zero keeps the number's digits; its scale moves towards the larger one of the two
// as far as kMostDigits allow.
Decimal add_zero(const Decimal& number, std::int32_t zero_scale) {
  const Decimal rounded = round_to_digits(number, kMostDigits);
  const std::int64_t wanted = std::max(number.scale, zero_scale);
  if (rounded.scale >= wanted) return strip_zeros(rounded, wanted);
  const std::int64_t room = kMostDigits - precision(rounded);
  const std::int64_t scale = std::min(wanted, rounded.scale + room);
  return with_scale(rounded, checked_scale(scale), Rounding::down);
}

// If `small` lies wholly below the digits of the sum that are kept, any small number of its sign gives the
// same sum.
void bring_closer(const Decimal& big, Decimal& small) {
  const std::int64_t last_kept = big.scale - precision(big) + kMostDigits;
  const std::int64_t first_of_small = small.scale - precision(small) + 1;
  if (first_of_small > std::int64_t{big.scale} + 2 && first_of_small > last_kept + 2) {
    small = {small.unscaled.sign(), checked_scale(std::max<std::int64_t>(big.scale, last_kept) + 3)};
  }
}

}  // namespace

std::int64_t precision(const BigInteger& value) {
  return static_cast<std::int64_t>(to_string(BigInteger(abs(value))).size());
}

std::int64_t precision(const Decimal& value) { return precision(value.unscaled); }

BigInteger power_of_ten(std::int64_t exponent) {
  if (exponent > kMostZeros) refuse("number_too_large");
  return boost::multiprecision::pow(BigInteger(10), static_cast<unsigned>(exponent));
}

BigInteger divide(const BigInteger& dividend, const BigInteger& divisor, Rounding rounding) {
  BigInteger quotient;
  BigInteger rest;
  divide_qr(dividend, divisor, quotient, rest);
  if (rounding == Rounding::down) return quotient;
  const int half = BigInteger(abs(rest) * 2).compare(abs(divisor));
  const bool up_at_half = rounding == Rounding::half_up || bit_test(abs(quotient), 0);
  if (half < 0 || (half == 0 && !up_at_half)) return quotient;
  return quotient + dividend.sign() * divisor.sign();
}

Decimal negate(const Decimal& value) { return {-value.unscaled, value.scale}; }

Decimal add(const Decimal& left, const Decimal& right) {
  const std::int32_t scale = std::max(left.scale, right.scale);
  return {
      with_scale(left, scale, Rounding::down).unscaled + with_scale(right, scale, Rounding::down).unscaled,
      scale};
}

Decimal subtract(const Decimal& left, const Decimal& right) { return add(left, negate(right)); }

Decimal add_rounded(const Decimal& left, const Decimal& right) {
  if (left.unscaled == 0 && right.unscaled == 0) return {0, std::max(left.scale, right.scale)};
  if (left.unscaled == 0) return add_zero(right, left.scale);
  if (right.unscaled == 0) return add_zero(left, right.scale);
  Decimal big = left;
  Decimal small = right;
  if (big.scale > small.scale) std::swap(big, small);
  bring_closer(big, small);
  return round_to_digits(add(big, small), kMostDigits);
}

Decimal multiply_rounded(const Decimal& left, const Decimal& right) {
  const std::int32_t scale = checked_scale(std::int64_t{left.scale} + right.scale);
  return round_to_digits({left.unscaled * right.unscaled, scale}, kMostDigits);
}

Decimal divide(const Decimal& dividend, const Decimal& divisor, std::int32_t scale, Rounding rounding) {
  if (divisor.unscaled == 0) refuse("division_by_zero");
  const std::int64_t zeros = std::int64_t{scale} + divisor.scale - dividend.scale;
  if (zeros >= 0) {
    if (dividend.unscaled == 0) return {0, scale};
    return {divide(dividend.unscaled * power_of_ten(zeros), divisor.unscaled, rounding), scale};
  }
  if (-zeros > precision(dividend) + 1) return {0, scale};
  return {divide(dividend.unscaled, divisor.unscaled * power_of_ten(-zeros), rounding), scale};
}

Decimal divide(const Decimal& dividend, const Decimal& divisor) {
  if (divisor.unscaled == 0) refuse("division_by_zero");
  const std::int64_t first_digit =
      (precision(dividend) - dividend.scale) - (precision(divisor) - divisor.scale);
  const std::int64_t scale = std::max({kQuotientDigits - first_digit, std::int64_t{dividend.scale},
                                       std::int64_t{divisor.scale}, kQuotientDigits});
  const auto bounded = static_cast<std::int32_t>(std::min(scale, kLargestQuotientScale));
  const Decimal quotient = divide(dividend, divisor, bounded, Rounding::half_up);
  if (quotient.unscaled == 0) return {0, 0};
  return strip_zeros(quotient, INT32_MIN);
}

Decimal remainder(const Decimal& dividend, const Decimal& divisor) {
  if (divisor.unscaled == 0) refuse("division_by_zero");
  const std::int64_t wanted = std::int64_t{dividend.scale} - divisor.scale;
  const std::int32_t common = std::max(dividend.scale, divisor.scale);
  const bool divisor_is_larger = precision(dividend) - dividend.scale < precision(divisor) - divisor.scale;
  if (dividend.unscaled == 0 || divisor_is_larger) return dividend;
  const BigInteger left = with_scale(dividend, common, Rounding::down).unscaled;
  const BigInteger right = with_scale(divisor, common, Rounding::down).unscaled;
  BigInteger quotient;
  BigInteger rest;
  divide_qr(left, right, quotient, rest);
  if (quotient == 0) return dividend;
  if (wanted >= 0) return {rest, common};
  // The product of quotient and divisor has the sum of their scales, where the quotient's may go below zero.
  const Decimal stripped = strip_zeros({quotient, 0}, wanted);
  const std::int64_t scale =
      std::max<std::int64_t>(dividend.scale, std::int64_t{stripped.scale} + divisor.scale);
  return with_scale({rest, common}, checked_scale(scale), Rounding::down);
}

Decimal with_scale(const Decimal& value, std::int32_t scale, Rounding rounding) {
  const std::int64_t zeros = std::int64_t{scale} - value.scale;
  if (zeros == 0 || value.unscaled == 0) return {value.unscaled, scale};
  if (zeros > 0) return {value.unscaled * power_of_ten(zeros), scale};
  if (-zeros > precision(value) + 1) return {0, scale};
  return {divide(value.unscaled, power_of_ten(-zeros), rounding), scale};
}

BigInteger integer_part(const Decimal& value) { return with_scale(value, 0, Rounding::down).unscaled; }

}  // namespace cellar
