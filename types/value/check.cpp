#include <cstdint>
#include <limits>
#include <string>

#include "refusal/refusal.h"
#include "types/number/vint.h"
#include "types/text/text.h"
#include "types/uuid.h"
#include "types/value/stored_fault.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

enum class Empty : std::uint8_t { allowed, refused };

using Fault = std::optional<Diagnostic>;

Fault fault_of_size(const Type& type, std::string_view bytes, std::size_t expected, Empty empty) {
  if (bytes.size() == expected || (bytes.empty() && empty == Empty::allowed)) return std::nullopt;
  return Diagnostic{"bytes_length",
                    {},
                    {{"type", to_cql(type)},
                     {"expected", std::to_string(expected)},
                     {"size", std::to_string(bytes.size())}},
                    {}};
}

Diagnostic malformed(const Type& type) {
  return Diagnostic{"bytes_malformed", {}, {{"type", to_cql(type)}}, {}};
}

Fault fault_of_timeuuid(const Type& type, std::string_view bytes) {
  if (Fault fault = fault_of_size(type, bytes, 16, Empty::allowed)) return fault;
  if (bytes.empty() || uuid_version(bytes) == 1) return std::nullopt;
  return Diagnostic{"not_a_timeuuid", {}, {{"literal", uuid_text(bytes)}}, {}};
}

bool is_int(std::int64_t value) { return value == static_cast<std::int32_t>(value); }

Fault fault_of_duration(const Type& type, std::string_view bytes) {
  const auto months = take_vint(bytes);
  const auto days = take_vint(bytes);
  const auto nanoseconds = take_vint(bytes);
  if (!months || !days || !nanoseconds || !bytes.empty() || !is_int(*months) || !is_int(*days))
    return malformed(type);
  const bool positive = *months > 0 || *days > 0 || *nanoseconds > 0;
  const bool negative = *months < 0 || *days < 0 || *nanoseconds < 0;
  return positive && negative ? Fault(malformed(type)) : std::nullopt;
}

Fault fault_of_text(const Type& type, std::string_view bytes) {
  if (is_valid_utf8(bytes)) return std::nullopt;
  return Diagnostic{"not_utf8", {}, {{"type", to_cql(type)}}, {}};
}

Fault fault_of_ascii(std::string_view bytes) {
  if (is_ascii(bytes)) return std::nullopt;
  return Diagnostic{"not_ascii", {}, {{"literal", shorten(bytes)}}, {}};
}

Fault fault_of_scalar(const Type& type, std::string_view bytes, Empty empty_tinyint) {
  switch (type.kind) {
    case ascii:
      return fault_of_ascii(bytes);
    case text:
      return fault_of_text(type, bytes);
    case tinyint:
      return fault_of_size(type, bytes, 1, empty_tinyint);
    case smallint:
      return fault_of_size(type, bytes, 2, Empty::refused);
    case date:
      return fault_of_size(type, bytes, 4, Empty::refused);
    case time:  // any number, as Cassandra has it: one outside the day comes from blob_as_time alone
      return fault_of_size(type, bytes, 8, Empty::refused);
    case duration:
      return fault_of_duration(type, bytes);
    case boolean:
      return fault_of_size(type, bytes, 1, Empty::allowed);
    case int_:
    case float_:
      return fault_of_size(type, bytes, 4, Empty::allowed);
    case bigint:
    case counter:
    case double_:
    case timestamp:
      return fault_of_size(type, bytes, 8, Empty::allowed);
    case uuid:
      return fault_of_size(type, bytes, 16, Empty::allowed);
    case timeuuid:
      return fault_of_timeuuid(type, bytes);
    case inet:
      if (bytes.empty() || bytes.size() == 4 || bytes.size() == 16) return std::nullopt;
      return Diagnostic{"inet_length", {}, {{"size", std::to_string(bytes.size())}}, {}};
    case decimal:  // four bytes of scale, and at least one of the number
      if (bytes.empty() || bytes.size() > 4) return std::nullopt;
      return Diagnostic{"decimal_length", {}, {{"size", std::to_string(bytes.size())}}, {}};
    default:  // blob and varint: any bytes
      return std::nullopt;
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

Fault fault_in(const Type& type, std::string_view bytes, Empty empty_tinyint) {
  if (type.arguments.empty() && type.kind != user) return fault_of_scalar(type, bytes, empty_tinyint);
  const auto parts = try_unpack(type, bytes);
  if (!parts) return malformed(type);
  const bool may_hold_null = type.kind == tuple || type.kind == user;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const ValueView& part = (*parts)[i];
    if (!part && may_hold_null) continue;
    if (!part) return Diagnostic{"null_in_collection", {}, {{"type", to_cql(type)}}, {}};
    if (Fault fault = fault_in(part_type(type, i), *part, empty_tinyint)) return fault;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> fault_of(const Type& type, std::string_view bytes) {
  return fault_in(type, bytes, Empty::refused);
}

std::optional<Diagnostic> fault_of_stored(const Type& type, std::string_view bytes) {
  return fault_in(type, bytes, Empty::allowed);
}

void check(const Type& type, std::string_view bytes) {
  if (std::optional<Diagnostic> fault = fault_of(type, bytes)) throw Refusal(*std::move(fault));
}

}  // namespace cellar
