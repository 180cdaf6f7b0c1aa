// Numbers between text, C++ and native-protocol bytes: big-endian integers, IEEE floats, varint, decimal.
//
// In:      digits as Java reads them (a sign, a point and an exponent where the type has them), or bytes.
// Out:     bytes, or digits.
// Refused: by parse_decimal, a text that is no decimal. The other parsers answer nothing instead.
//
// Sources: number.cpp (bytes); big_integer.cpp, decimal.cpp, float.cpp (digits).
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

std::string encode_int8(std::int8_t value);
std::string encode_int16(std::int16_t value);
std::string encode_int32(std::int32_t value);
std::string encode_int64(std::int64_t value);
std::string encode_float(float value);
std::string encode_double(double value);
std::string encode_varint(const BigInteger& value);  // two's complement, shortest
std::string encode_decimal(const Decimal& value);    // int32 scale, then varint

/// Signed big-endian integer of 1, 2, 4 or 8 bytes.
std::int64_t decode_integer(std::string_view bytes);
float decode_float(std::string_view bytes);
double decode_double(std::string_view bytes);
BigInteger decode_varint(std::string_view bytes);
Decimal decode_decimal(std::string_view bytes);

/// Nothing unless the text is an optional sign and digits. Time does not grow with the square of their number
/// by more than big multiplication needs.
std::optional<BigInteger> parse_integer(std::string_view text);
std::string to_string(const BigInteger& value);

/// Reads a number, correctly rounded. One beyond the range is Infinity or zero, as in Java. `NaN`, `Infinity`
/// and
/// `-Infinity` are read in any case.
std::optional<float> parse_float(std::string_view text);
std::optional<double> parse_double(std::string_view text);

/// The same as Java's BigDecimal(text) and toString.
Decimal parse_decimal(std::string_view text);
std::string to_string(const Decimal& value);

/// Compares by value: 1.0 equals 1.00. The time depends on the digits alone, whatever the scales.
int compare(const Decimal& left, const Decimal& right);

/// Returns the nearest double, which is infinite beyond the range.
double to_double(const Decimal& value);

/// Returns the shortest text that reads back as the same number, as cqlsh writes it ("1.5", "1e+20", "NaN").
std::string to_string(float value);
std::string to_string(double value);

/// The same digits in the form of Java's Float.toString and Double.toString ("1.0E20"), which casts to text
/// and JSON show.
std::string to_java_string(float value);
std::string to_java_string(double value);

}  // namespace cellar
