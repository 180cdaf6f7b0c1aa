// One number of any CQL type, and the conversions between them.
//
// In:      bytes of a numeric type.
// Out:     a number; integers of it as Java's Number gives them: floats are cut towards zero and stop at the
//          ends of the range, larger integers and decimals lose their high bits.
// Refused: decimals of what is not a number (class functionfailure).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "types/number/big_number.h"
#include "types/type.h"

namespace cellar {

using Number = std::variant<std::int64_t, float, double, BigInteger, Decimal>;

Number decode_number(TypeKind kind, std::string_view bytes);

std::int64_t to_int64(const Number& number);
std::int32_t to_int32(const Number& number);
float to_float(const Number& number);
double to_double(const Number& number);
BigInteger to_big_integer(const Number& number);
/// Returns the digits that the number has in text: 0.1 as a float is 0.1.
Decimal to_decimal(const Number& number);
/// Converts an operand: all types but varint go by way of a double, so the int 1 is 1.0, and a bigint may
/// lose digits.
Decimal to_decimal_operand(const Number& number);

/// Encodes the low bytes of `value`. `kind` is tinyint, smallint, int, bigint or counter.
std::string encode_integer(TypeKind kind, std::int64_t value);
bool is_integer(TypeKind kind);  // of those kinds

}  // namespace cellar
