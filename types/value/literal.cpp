#include "types/value/literal.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "refusal/refusal.h"
#include "types/inet.h"
#include "types/number/big_number.h"
#include "types/number/integer_range.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/uuid.h"
#include "types/value/tuple_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

bool takes_string(TypeKind kind) {
  return kind == ascii || kind == text || kind == inet || kind == date || kind == time || kind == timestamp;
}

bool takes_integer(TypeKind kind) {
  return is_numeric(kind) || kind == date || kind == time || kind == timestamp || kind == duration;
}

bool takes_float(TypeKind kind) { return kind == float_ || kind == double_ || kind == decimal; }

Parameters about(std::string_view literal, const Type& type) {
  return {{"literal", shorten(literal)}, {"type", to_cql(type)}};
}

template <typename Integer>
Integer read_integer(std::string_view literal, const Type& type) {
  using Limits = std::numeric_limits<Integer>;
  Integer value = 0;
  const char* end = literal.data() + literal.size();
  const auto [stop, error] = std::from_chars(literal.data(), end, value);
  if (stop != end) refuse("not_a_number", {}, about(literal, type));
  if (error != std::errc()) refuse_integer_range(literal, to_cql(type), Limits::min(), Limits::max());
  return value;
}

// Java's double holds every float constant while it is read, whatever type it is for; Cassandra refuses one
// that does not fit as a fault of syntax.
double read_float_constant(std::string_view literal, const Type& type) {
  const std::optional<double> value = parse_double(literal);
  if (!value) refuse("not_a_number", {}, about(literal, type));
  const bool digits = literal.find_first_of("0123456789") != literal.npos;
  if (digits && std::isinf(*value)) refuse("float_out_of_range", {}, {{"literal", shorten(literal)}});
  return *value;
}

std::string encode_varint_literal(std::string_view literal, const Type& type) {
  const std::optional<BigInteger> value = parse_integer(literal);
  if (!value) refuse("not_a_number", {}, about(literal, type));
  return encode_varint(*value);
}

std::string encode_decimal_literal(std::string_view literal) {
  if (literal.find_first_of("0123456789") == literal.npos) {
    refuse("decimal_not_finite", {}, {{"literal", shorten(literal)}});
  }
  return encode_decimal(parse_decimal(literal));
}

std::string encode_number(std::string_view literal, const Type& type) {
  switch (type.kind) {
    case tinyint:
      return encode_int8(read_integer<std::int8_t>(literal, type));
    case smallint:
      return encode_int16(read_integer<std::int16_t>(literal, type));
    case int_:
      return encode_int32(read_integer<std::int32_t>(literal, type));
    case bigint:
    case counter:
      return encode_int64(read_integer<std::int64_t>(literal, type));
    case varint:
      return encode_varint_literal(literal, type);
    case float_:
      return encode_float(parse_float(literal).value_or(0));
    case double_:
      return encode_double(parse_double(literal).value_or(0));
    case decimal:
      return encode_decimal_literal(literal);
    case date:
      return encode_int32(static_cast<std::int32_t>(parse_date(literal)));
    case time:
      return encode_int64(parse_time(literal));
    case timestamp:
      return encode_int64(parse_timestamp(literal));
    default:
      return encode_duration(parse_duration(literal));
  }
}

std::string encode_inet(std::string_view literal) {
  if (literal.empty()) return {};
  std::optional<std::string> bytes = parse_inet(literal);
  if (!bytes) refuse("not_an_address", {}, {{"literal", shorten(literal)}});
  return *std::move(bytes);
}

void encode_string(std::string_view literal, const Type& type, std::string& out) {
  switch (type.kind) {
    case text:
      if (!is_valid_utf8(literal)) refuse("not_utf8", {}, {{"type", "text"}});
      out.assign(literal);
      return;
    case ascii:
      if (!is_ascii(literal)) refuse("not_ascii", {}, {{"literal", shorten(literal)}});
      out.assign(literal);
      return;
    case inet:
      out = encode_inet(literal);
      return;
    case date:
      out = encode_int32(static_cast<std::int32_t>(parse_date(literal)));
      return;
    case time:
      out = encode_int64(parse_time(literal));
      return;
    default:
      out = literal.empty() ? std::string() : encode_int64(parse_timestamp(literal));
  }
}

void encode_uuid(std::string_view literal, const Type& type, std::string& out) {
  out.clear();
  if (!append_uuid(literal, out)) refuse("not_a_uuid", {}, {{"literal", shorten(literal)}});
  if (type.kind == timeuuid && uuid_version(out) != 1) {
    refuse("not_a_timeuuid", {}, {{"literal", std::string(literal)}});
  }
}

void encode_blob(std::string_view literal, const Type& type, std::string& out) {
  out.clear();
  const std::string_view digits = literal.substr(std::min<std::size_t>(2, literal.size()));
  if (!append_from_hex(digits, out)) refuse("odd_hex_digits", {}, {{"literal", shorten(literal)}});
  if (!out.empty() && type.kind != blob) check(type, out);
}

bool equals(std::string_view literal, double value) {
  return compare(parse_decimal(literal), parse_decimal(to_java_string(value))) == 0;
}

}  // namespace

std::string_view name(LiteralKind kind) {
  switch (kind) {
    case LiteralKind::string:
      return "STRING";
    case LiteralKind::integer:
      return "INTEGER";
    case LiteralKind::float_:
      return "FLOAT";
    case LiteralKind::boolean:
      return "BOOLEAN";
    case LiteralKind::uuid:
      return "UUID";
    case LiteralKind::blob:
      return "HEX";
    case LiteralKind::duration:
      return "DURATION";
  }
  return "";
}

bool literal_fits(LiteralKind kind, const Type& type) {
  if (type.kind == tuple) return true;
  switch (kind) {
    case LiteralKind::string:
      return takes_string(type.kind);
    case LiteralKind::integer:
      return takes_integer(type.kind);
    case LiteralKind::float_:
      return takes_float(type.kind);
    case LiteralKind::boolean:
      return type.kind == boolean;
    case LiteralKind::uuid:
      return type.kind == uuid || type.kind == timeuuid;
    case LiteralKind::blob:
      return type.kind == blob || type.kind == tinyint;  // Cassandra takes one byte for a tinyint, or none
    case LiteralKind::duration:
      return type.kind == duration;
  }
  return false;
}

bool literal_fits_exactly(LiteralKind kind, std::string_view literal, const Type& type) {
  if (type.kind == tuple) return false;
  switch (kind) {
    case LiteralKind::string:
      return type.kind == (is_ascii(literal) ? ascii : text);
    case LiteralKind::blob:
      return type.kind == tinyint;  // sic: Cassandra calls it the constant's own type
    default:
      return type.kind == natural_type(kind, literal).kind;
  }
}

void encode_literal(LiteralKind kind, std::string_view literal, const Type& type, std::string& out) {
  if (kind == LiteralKind::float_) {
    const double value = read_float_constant(literal, type);
    if (type.kind == double_) {
      out = encode_double(value);
      return;
    }
  }
  if (type.kind == tuple && kind != LiteralKind::blob) {
    out = encode_tuple_text(literal, type);
    return;
  }
  switch (kind) {
    case LiteralKind::string:
      return encode_string(literal, type, out);
    case LiteralKind::integer:
    case LiteralKind::float_:
      out = encode_number(literal, type);
      return;
    case LiteralKind::boolean:
      out.assign(1, to_lower(literal) == "true" ? '\1' : '\0');
      return;
    case LiteralKind::uuid:
      return encode_uuid(literal, type, out);
    case LiteralKind::blob:
      return encode_blob(literal, type, out);
    case LiteralKind::duration:
      out = encode_duration(parse_duration(literal));
  }
}

std::string encode_literal(LiteralKind kind, std::string_view literal, const Type& type) {
  std::string bytes;
  encode_literal(kind, literal, type, bytes);
  return bytes;
}

Type natural_type(LiteralKind kind, std::string_view literal) {
  switch (kind) {
    case LiteralKind::string:
      return native_type(text);
    case LiteralKind::integer: {
      std::int64_t value = 0;
      if (std::from_chars(literal.data(), literal.data() + literal.size(), value).ec != std::errc()) {
        return native_type(varint);
      }
      return native_type(value == static_cast<std::int32_t>(value) ? int_ : bigint);
    }
    case LiteralKind::float_: {
      const double value = read_float_constant(literal, native_type(double_));
      return native_type(!std::isfinite(value) || equals(literal, value) ? double_ : decimal);
    }
    case LiteralKind::boolean:
      return native_type(boolean);
    case LiteralKind::uuid:
      return native_type(uuid_version(encode_literal(kind, literal, native_type(uuid))) == 1 ? timeuuid
                                                                                             : uuid);
    case LiteralKind::blob:
      return native_type(blob);
    case LiteralKind::duration:
      return native_type(duration);
  }
  return native_type(blob);
}

}  // namespace cellar
