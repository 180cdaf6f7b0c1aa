// Numbers between C++ and native-protocol bytes: big-endian integers, IEEE floats, varint, decimal.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
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

/// Java's BigDecimal(text) and toString.
Decimal parse_decimal(std::string_view text);
std::string to_string(const Decimal& value);

/// Shortest text that reads back as the same number, as Java and cqlsh write it ("1.5", "1e+20", "NaN").
std::string to_string(float value);
std::string to_string(double value);

}  // namespace cellar
