// Numbers of any size, varint and decimal, between text, C++ and native-protocol bytes. The library below is
// costly to compile: what needs no such number includes number.h alone.
//
// In:      digits as Java reads them (a sign, a point and an exponent where the type has them), or bytes.
// Out:     bytes, or digits; nothing for a text that is no integer.
// Refused: by parse_decimal, a text that is no decimal.
//
// Sources: big_integer.cpp, decimal.cpp.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

using BigInteger = boost::multiprecision::cpp_int;

/// unscaled * 10^-scale, as Java's BigDecimal.
struct Decimal {
  BigInteger unscaled;
  std::int32_t scale = 0;
};

std::string encode_varint(const BigInteger& value);  // two's complement, shortest
std::string encode_decimal(const Decimal& value);    // int32 scale, then varint

BigInteger decode_varint(std::string_view bytes);
Decimal decode_decimal(std::string_view bytes);

/// Nothing unless the text is an optional sign and digits. Time does not grow with the square of their number
/// by more than big multiplication needs.
std::optional<BigInteger> parse_integer(std::string_view text);
std::string to_string(const BigInteger& value);

/// The same as Java's BigDecimal(text) and toString.
Decimal parse_decimal(std::string_view text);
std::string to_string(const Decimal& value);

/// Compares by value: 1.0 equals 1.00. The time depends on the digits alone, whatever the scales.
int compare(const Decimal& left, const Decimal& right);

/// Returns the nearest double, which is infinite beyond the range.
double to_double(const Decimal& value);

}  // namespace cellar
