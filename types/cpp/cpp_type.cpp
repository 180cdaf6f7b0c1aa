#include "types/cpp/cpp_type.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "types/number/big_number.h"
#include "types/number/integer_range.h"
#include "types/number/number.h"
#include "types/uuid.h"
#include "types/value/literal.h"
#include "types/value/scalar_text.h"

namespace cellar {

namespace {

using enum TypeKind;

std::string_view view_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> span_of(std::string_view bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()};
}

constexpr std::int64_t kDateOf1970 = std::int64_t{1} << 31;

}  // namespace

Uuid Uuid::parse(std::string_view digits) {
  const std::string bytes = encode_literal(LiteralKind::uuid, digits, native_type(TypeKind::uuid));
  Uuid uuid;
  std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
  return uuid;
}

std::string Uuid::to_string() const {
  return uuid_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// ---- what the specializations share ------------------------------------------------------------

bool is_empty(const Type& type, std::string_view bytes) {
  return bytes.empty() && type.kind != text && type.kind != ascii && type.kind != blob;
}

std::string_view bytes_of(const Type& type, const ValueView& value) {
  if (!value || is_empty(type, *value)) refuse("null_without_optional");
  return *value;
}

std::size_t integer_size(const Type& type) {
  switch (type.kind) {
    case tinyint:
      return 1;
    case smallint:
      return 2;
    case int_:
      return 4;
    case bigint:
    case counter:
      return 8;
    default:
      return 0;
  }
}

bool takes_integers(const Type& type) {
  return integer_size(type) != 0 || type.kind == varint || type.kind == decimal;
}

bool takes_text(const Type& type) {
  switch (type.kind) {
    case ascii:
    case text:
    case varint:
    case decimal:
    case inet:
    case uuid:
    case timeuuid:
      return true;
    default:
      return false;
  }
}

std::int64_t decode_signed(std::string_view bytes) { return decode_integer(bytes); }

Value encode_signed(const Type& type, std::int64_t value) {
  if (type.kind == varint) return encode_varint(value);
  if (type.kind == decimal) return encode_decimal({value, 0});
  const std::size_t size = integer_size(type);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * size);
  if (value > most || value < -most - 1)
    refuse_integer_range(std::to_string(value), to_cql(type), -most - 1, most);
  return encode_int64(value).substr(8 - size);
}

Value encode_unsigned(const Type& type, std::uint64_t value) {
  if (type.kind == varint) return encode_varint(value);
  if (type.kind == decimal) return encode_decimal({value, 0});
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (value <= kMost) return encode_signed(type, static_cast<std::int64_t>(value));
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * integer_size(type));
  refuse_integer_range(std::to_string(value), to_cql(type), -most - 1, most);
}

std::string decode_text(const Type& type, const ValueView& value) {
  const std::string_view bytes = bytes_of(type, value);
  return type.kind == text || type.kind == ascii ? std::string(bytes) : scalar_text(type.kind, bytes);
}

Value encode_text(const Type& type, std::string_view value) {
  switch (type.kind) {
    case varint:
      return encode_literal(LiteralKind::integer, value, type);
    case decimal:
      return encode_decimal(parse_decimal(value));
    case uuid:
    case timeuuid:
      return encode_literal(LiteralKind::uuid, value, type);
    default:
      return encode_literal(LiteralKind::string, value, type);
  }
}

Value encode_elements(const Type& type, const std::vector<Value>& elements) {
  const bool may_hold_null = type.kind == tuple || type.kind == user;
  if (!may_hold_null && std::ranges::find(elements, Value()) != elements.end()) {
    refuse("null_in_collection", {}, {{"type", to_cql(type)}});
  }
  if (type.kind == TypeKind::vector && elements.size() != type.dimension) {
    refuse("vector_of_other_size", {}, {{"type", to_cql(type)}, {"count", std::to_string(elements.size())}});
  }
  return pack(type, elements);
}

std::vector<ValueView> decode_elements(const Type& type, const ValueView& value) {
  return value && !value->empty() ? unpack(type, *value) : std::vector<ValueView>();
}

std::string cpp_name(std::string_view base, std::initializer_list<std::string> arguments) {
  std::string name(base);
  char before = '<';
  for (const std::string& argument : arguments) {
    name += before;
    if (before == ',') name += ' ';
    name += argument;
    before = ',';
  }
  return name + (arguments.size() == 0 ? "<>" : ">");
}

// ---- scalars -----------------------------------------------------------------------------------

float CppType<float>::decode(const Type& type, const ValueView& value) {
  return decode_float(bytes_of(type, value));
}
Value CppType<float>::encode(const Type& type, float value) {
  return type.kind == double_ ? encode_double(value) : encode_float(value);
}

double CppType<double>::decode(const Type& type, const ValueView& value) {
  const std::string_view bytes = bytes_of(type, value);
  return type.kind == float_ ? decode_float(bytes) : decode_double(bytes);
}
Value CppType<double>::encode(const Type&, double value) { return encode_double(value); }

std::span<const std::byte> CppType<std::span<const std::byte>>::decode(const Type& type,
                                                                       const ValueView& value) {
  return span_of(bytes_of(type, value));
}
Value CppType<std::span<const std::byte>>::encode(const Type&, std::span<const std::byte> value) {
  return std::string(view_of(value));
}

std::vector<std::byte> CppType<std::vector<std::byte>>::decode(const Type& type, const ValueView& value) {
  const std::span<const std::byte> bytes = span_of(bytes_of(type, value));
  return {bytes.begin(), bytes.end()};
}
Value CppType<std::vector<std::byte>>::encode(const Type&, std::span<const std::byte> value) {
  return std::string(view_of(value));
}

Uuid CppType<Uuid>::decode(const Type& type, const ValueView& value) {
  const std::string_view bytes = bytes_of(type, value);
  Uuid uuid;
  assert(bytes.size() == uuid.bytes.size());
  std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
  return uuid;
}
Value CppType<Uuid>::encode(const Type&, const Uuid& value) {
  return std::string(value.bytes.begin(), value.bytes.end());
}

Milliseconds CppType<Milliseconds>::decode(const Type& type, const ValueView& value) {
  return Milliseconds(std::chrono::milliseconds(decode_integer(bytes_of(type, value))));
}
Value CppType<Milliseconds>::encode(const Type&, Milliseconds value) {
  return encode_int64(value.time_since_epoch().count());
}

std::chrono::sys_days CppType<std::chrono::sys_days>::decode(const Type& type, const ValueView& value) {
  return std::chrono::sys_days(
      std::chrono::days(static_cast<std::chrono::days::rep>(decode_date(bytes_of(type, value)))));
}
Value CppType<std::chrono::sys_days>::encode(const Type&, std::chrono::sys_days value) {
  const std::int64_t days = value.time_since_epoch().count();
  constexpr std::int64_t kFirst = -kDateOf1970, kLast = kDateOf1970 - 1;
  if (days < kFirst || days > kLast) refuse_integer_range(std::to_string(days), "date", kFirst, kLast);
  return encode_int64(days + kDateOf1970).substr(4);
}

std::chrono::nanoseconds CppType<std::chrono::nanoseconds>::decode(const Type& type, const ValueView& value) {
  return std::chrono::nanoseconds(decode_integer(bytes_of(type, value)));
}
Value CppType<std::chrono::nanoseconds>::encode(const Type&, std::chrono::nanoseconds value) {
  constexpr std::int64_t kDay = std::chrono::nanoseconds(std::chrono::hours(24)).count();
  const std::int64_t since_midnight = value.count();
  if (since_midnight < 0 || since_midnight >= kDay) {
    refuse_integer_range(std::to_string(since_midnight), "time", 0, kDay - 1);
  }
  return encode_int64(since_midnight);
}

Duration CppType<Duration>::decode(const Type& type, const ValueView& value) {
  return decode_duration(bytes_of(type, value));
}
Value CppType<Duration>::encode(const Type&, const Duration& value) { return encode_duration(value); }

}  // namespace cellar
