#include "functions/number/number.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

#include "functions/number/decimal.h"
#include "refusal/refusal.h"
#include "types/number/number.h"

namespace cellar {

namespace {

template <typename Integer>
Integer cut(double value) {
  if (std::isnan(value)) return 0;
  // 2^31 and 2^63 are doubles, the largest integer may not be one.
  const double end = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  if (value >= end) return std::numeric_limits<Integer>::max();
  if (value < -end) return std::numeric_limits<Integer>::min();
  return static_cast<Integer>(value);
}

std::int64_t low_bits(const BigInteger& value) {
  const BigInteger low = abs(value) & BigInteger(std::numeric_limits<std::uint64_t>::max());
  const auto bits = static_cast<std::uint64_t>(low);
  return static_cast<std::int64_t>(value < 0 ? 0 - bits : bits);
}

template <typename Float>
Decimal decimal_of_float(Float value) {
  if (!std::isfinite(value)) refuse("no_decimal", {}, {{"value", to_string(value)}});
  return parse_decimal(to_java_string(value));
}

}  // namespace

Number decode_number(TypeKind kind, std::string_view bytes) {
  switch (kind) {
    case TypeKind::float_:
      return decode_float(bytes);
    case TypeKind::double_:
      return decode_double(bytes);
    case TypeKind::varint:
      return decode_varint(bytes);
    case TypeKind::decimal:
      return decode_decimal(bytes);
    default:
      assert(is_integer(kind));
      return decode_integer(bytes);
  }
}

std::int64_t to_int64(const Number& number) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) return *integer;
  if (const auto* big = std::get_if<BigInteger>(&number)) return low_bits(*big);
  if (const auto* decimal = std::get_if<Decimal>(&number)) {
    // 10^64 is a multiple of 2^64: nothing is left in the low bits.
    return decimal->scale <= -64 ? 0 : low_bits(integer_part(*decimal));
  }
  return cut<std::int64_t>(to_double(number));
}

std::int32_t to_int32(const Number& number) {
  const bool is_floating = std::holds_alternative<float>(number) || std::holds_alternative<double>(number);
  return is_floating ? cut<std::int32_t>(to_double(number)) : static_cast<std::int32_t>(to_int64(number));
}

float to_float(const Number& number) {
  return std::visit(
      [](const auto& value) {
        using Held = std::decay_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<Held>) {
          return static_cast<float>(value);
        } else {
          return *parse_float(to_string(value));
        }
      },
      number);
}

double to_double(const Number& number) {
  return std::visit(
      [](const auto& value) {
        using Held = std::decay_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<Held>) {
          return static_cast<double>(value);
        } else {
          return *parse_double(to_string(value));
        }
      },
      number);
}

BigInteger to_big_integer(const Number& number) {
  if (const auto* big = std::get_if<BigInteger>(&number)) return *big;
  return BigInteger(to_int64(number));
}

Decimal to_decimal(const Number& number) {
  if (const auto* decimal = std::get_if<Decimal>(&number)) return *decimal;
  if (const auto* single = std::get_if<float>(&number)) return decimal_of_float(*single);
  if (const auto* twice = std::get_if<double>(&number)) return decimal_of_float(*twice);
  return {to_big_integer(number), 0};
}

Decimal to_decimal_operand(const Number& number) {
  if (const auto* decimal = std::get_if<Decimal>(&number)) return *decimal;
  if (const auto* big = std::get_if<BigInteger>(&number)) return {*big, 0};
  return decimal_of_float(to_double(number));
}

bool is_integer(TypeKind kind) {
  return kind == TypeKind::tinyint || kind == TypeKind::smallint || kind == TypeKind::int_ ||
         kind == TypeKind::bigint || kind == TypeKind::counter;
}

std::string encode_integer(TypeKind kind, std::int64_t value) {
  switch (kind) {
    case TypeKind::tinyint:
      return encode_int8(static_cast<std::int8_t>(value));
    case TypeKind::smallint:
      return encode_int16(static_cast<std::int16_t>(value));
    case TypeKind::int_:
      return encode_int32(static_cast<std::int32_t>(value));
    default:
      assert(kind == TypeKind::bigint || kind == TypeKind::counter);
      return encode_int64(value);
  }
}

}  // namespace cellar
