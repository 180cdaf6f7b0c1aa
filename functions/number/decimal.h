// Arithmetic of decimals, with the scales that Java's BigDecimal gives them.
//
// In:      decimals.
// Out:     decimals.
// Refused:    division by zero; results and intermediate results with more zeros than kMostZeros or with a
//             scale beyond 32 bits (class functionfailure).
#pragma once

#include <cstddef>
#include <cstdint>

#include "types/number/big_number.h"

namespace cellar {

enum class Rounding : std::uint8_t { down, half_up, half_even };

/// A decimal like 1E+1000000000 is a few bytes long; adding 1 to it must not fill the memory.
inline constexpr std::int64_t kMostZeros = 200'000;

/// Returns the number of digits; that of zero is 1.
std::int64_t precision(const BigInteger& value);
std::int64_t precision(const Decimal& value);
BigInteger power_of_ten(std::int64_t exponent);
BigInteger divide(const BigInteger& dividend, const BigInteger& divisor, Rounding rounding);

Decimal negate(const Decimal& value);
/// The exact sum and difference, with all digits.
Decimal add(const Decimal& left, const Decimal& right);
Decimal subtract(const Decimal& left, const Decimal& right);
/// The operators + and *: at most 10,000 digits.
Decimal add_rounded(const Decimal& left, const Decimal& right);
Decimal multiply_rounded(const Decimal& left, const Decimal& right);
/// Returns the quotient with the given scale.
Decimal divide(const Decimal& dividend, const Decimal& divisor, std::int32_t scale, Rounding rounding);
/// The operator /: at least 32 significant digits, zeros at the end removed.
Decimal divide(const Decimal& dividend, const Decimal& divisor);
/// The operator %: the sign is the dividend's.
Decimal remainder(const Decimal& dividend, const Decimal& divisor);

Decimal with_scale(const Decimal& value, std::int32_t scale, Rounding rounding);
BigInteger integer_part(const Decimal& value);

}  // namespace cellar
