#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/uuid.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

template <typename Number>
int order_of(Number left, Number right) {
  return left < right ? -1 : right < left ? 1 : 0;
}

int compare_bytes(std::string_view left, std::string_view right) { return order_of(left.compare(right), 0); }

// Java's order: NaN after everything else and equal to itself, -0.0 before 0.0.
template <typename Float>
int compare_floats(Float left, Float right) {
  if (left < right) return -1;
  if (right < left) return 1;
  if (std::isnan(left) || std::isnan(right)) return order_of(std::isnan(left), std::isnan(right));
  return order_of(!std::signbit(left), !std::signbit(right));
}

// Removes leading bytes that only repeat the sign.
std::string_view strip_sign_bytes(std::string_view bytes) {
  const char sign = static_cast<std::int8_t>(bytes[0]) < 0 ? '\xFF' : '\0';
  while (bytes.size() > 1 && bytes[0] == sign && ((bytes[0] ^ bytes[1]) & 0x80) == 0) bytes.remove_prefix(1);
  return bytes;
}

int compare_varints(std::string_view left, std::string_view right) {
  left = strip_sign_bytes(left);
  right = strip_sign_bytes(right);
  const bool left_negative = static_cast<std::int8_t>(left[0]) < 0;
  const bool right_negative = static_cast<std::int8_t>(right[0]) < 0;
  if (left_negative != right_negative) return left_negative ? -1 : 1;
  if (left.size() != right.size()) return (left.size() < right.size()) != left_negative ? -1 : 1;
  return compare_bytes(left, right);
}

int compare_scalars(TypeKind kind, std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return order_of(!left.empty(), !right.empty());
  switch (kind) {
    case tinyint:
    case smallint:
    case int_:
    case bigint:
    case counter:
    case timestamp:
      return order_of(decode_integer(left), decode_integer(right));
    case boolean:
      return order_of(left[0] != 0, right[0] != 0);
    case varint:
      return compare_varints(left, right);
    case decimal:
      return compare(decode_decimal(left), decode_decimal(right));
    case float_:
      return compare_floats(decode_float(left), decode_float(right));
    case double_:
      return compare_floats(decode_double(left), decode_double(right));
    case uuid:
      return compare_uuids(left, right);
    case timeuuid:
      return compare_timeuuids(left, right);
    default:
      return compare_bytes(left, right);
  }
}

int compare_parts(const Type& type, std::string_view left, std::string_view right) {
  const auto left_parts = unpack(type, left);
  const auto right_parts = unpack(type, right);
  const std::size_t shared = std::min(left_parts.size(), right_parts.size());
  const std::size_t argument_count = type.arguments.size();
  for (std::size_t i = 0; i < shared; ++i) {
    const auto& left_part = left_parts[i];
    const auto& right_part = right_parts[i];
    const int order = left_part && right_part
                          ? compare(type.arguments[i % argument_count], *left_part, *right_part)
                          : order_of(left_part.has_value(), right_part.has_value());
    if (order != 0) return order;
  }
  return order_of(left_parts.size(), right_parts.size());
}

}  // namespace

int compare(const Type& type, std::string_view left, std::string_view right) {
  if (type.arguments.empty()) return compare_scalars(type.kind, left, right);
  if (left.empty() || right.empty()) return order_of(!left.empty(), !right.empty());
  return compare_parts(type, left, right);
}

}  // namespace cellar
