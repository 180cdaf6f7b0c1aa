#include <cstdint>
#include <limits>
#include <string>

#include "refusal/refusal.h"
#include "types/text.h"
#include "types/uuid.h"
#include "types/value.h"
#include "types/vint.h"

namespace cellar {

namespace {

using enum TypeKind;

enum class Empty : std::uint8_t { allowed, refused };

void check_size(const Type& type, std::string_view bytes, std::size_t expected, Empty empty) {
  if (bytes.size() == expected || (bytes.empty() && empty == Empty::allowed)) return;
  refuse("bytes_length", {},
         {{"type", to_cql(type)},
          {"expected", std::to_string(expected)},
          {"size", std::to_string(bytes.size())}});
}

[[noreturn]] void refuse_bytes(const Type& type) { refuse("bytes_malformed", {}, {{"type", to_cql(type)}}); }

void check_timeuuid(const Type& type, std::string_view bytes) {
  check_size(type, bytes, 16, Empty::allowed);
  if (!bytes.empty() && uuid_version(bytes) != 1)
    refuse("not_a_timeuuid", {}, {{"literal", uuid_text(bytes)}});
}

bool is_int(std::int64_t value) { return value == static_cast<std::int32_t>(value); }

void check_duration(const Type& type, std::string_view bytes) {
  const auto months = take_vint(bytes);
  const auto days = take_vint(bytes);
  const auto nanoseconds = take_vint(bytes);
  if (!months || !days || !nanoseconds || !bytes.empty() || !is_int(*months) || !is_int(*days))
    refuse_bytes(type);
  const bool positive = *months > 0 || *days > 0 || *nanoseconds > 0;
  const bool negative = *months < 0 || *days < 0 || *nanoseconds < 0;
  if (positive && negative) refuse_bytes(type);
}

void check_text(const Type& type, std::string_view bytes) {
  if (!is_valid_utf8(bytes)) refuse("not_utf8", {}, {{"type", to_cql(type)}});
}

void check_scalar(const Type& type, std::string_view bytes) {
  switch (type.kind) {
    case ascii:
      if (!is_ascii(bytes)) refuse("not_ascii", {}, {{"literal", shorten(bytes)}});
      return;
    case text:
      return check_text(type, bytes);
    case tinyint:
      return check_size(type, bytes, 1, Empty::refused);
    case smallint:
      return check_size(type, bytes, 2, Empty::refused);
    case date:
      return check_size(type, bytes, 4, Empty::refused);
    case time:  // any number, as Cassandra has it: one outside the day comes from blob_as_time alone
      return check_size(type, bytes, 8, Empty::refused);
    case duration:
      return check_duration(type, bytes);
    case boolean:
      return check_size(type, bytes, 1, Empty::allowed);
    case int_:
    case float_:
      return check_size(type, bytes, 4, Empty::allowed);
    case bigint:
    case counter:
    case double_:
    case timestamp:
      return check_size(type, bytes, 8, Empty::allowed);
    case uuid:
      return check_size(type, bytes, 16, Empty::allowed);
    case timeuuid:
      return check_timeuuid(type, bytes);
    case inet:
      if (bytes.empty() || bytes.size() == 4 || bytes.size() == 16) return;
      refuse("inet_length", {}, {{"size", std::to_string(bytes.size())}});
    case decimal:  // four bytes of scale, and at least one of the number
      if (bytes.empty() || bytes.size() > 4) return;
      refuse("decimal_length", {}, {{"size", std::to_string(bytes.size())}});
    default:  // blob and varint: any bytes
      return;
  }
}

const Type& part_type(const Type& type, std::size_t position) {
  switch (type.kind) {
    case list:
    case set:
    case vector:
      return type.arguments[0];
    case map:
      return type.arguments[position % 2];
    default:
      return type.arguments[position];
  }
}

}  // namespace

void check(const Type& type, std::string_view bytes) {
  if (type.arguments.empty() && type.kind != user) return check_scalar(type, bytes);
  const auto parts = unpack(type, bytes);
  const bool may_hold_null = type.kind == tuple || type.kind == user;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]) {
      check(part_type(type, i), *parts[i]);
    } else if (!may_hold_null) {
      refuse("null_in_collection", {}, {{"type", to_cql(type)}});
    }
  }
}

}  // namespace cellar
