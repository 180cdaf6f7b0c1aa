#include <fmt/format.h>

#include <utility>

#include "types/names.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/composite_text.h"
#include "types/value/scalar_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

std::string timestamp_literal(std::int64_t timestamp) {
  const DayAndMilliseconds parts = split_timestamp(timestamp);
  const std::optional<std::string> day = date_text(parts.days);
  if (!day) return std::to_string(timestamp);
  const std::string time = time_text(parts.milliseconds * 1'000'000);
  return fmt::format("'{} {}+0000'", *day, time.substr(0, time.size() - 6));
}

std::string date_literal(std::string_view bytes) {
  const std::optional<std::string> day = date_text(decode_date(bytes));
  return day ? "'" + *day + "'" : std::to_string(static_cast<std::uint32_t>(decode_integer(bytes)));
}

std::string scalar_literal(TypeKind kind, std::string_view bytes) {
  switch (kind) {
    case ascii:
    case text:
      return quote_text(bytes);
    case blob:
      return "0x" + to_hex(bytes);
    case timestamp:
      return bytes.empty() ? "empty" : timestamp_literal(decode_integer(bytes));
    case date:
      return bytes.empty() ? "empty" : date_literal(bytes);
    case time:
    case inet:
      return bytes.empty() ? "empty" : "'" + scalar_text(kind, bytes) + "'";
    default:
      return bytes.empty() ? "empty" : scalar_text(kind, bytes);
  }
}

struct LiteralParts {
  void append_mark(std::string_view mark) { written += mark; }
  void append_name(const std::string& name) { written += quote_name(name); }
  void append_part(const Type& type, ValueView value) {
    if (!value) {
      written += "null";
    } else if (type.arguments.empty()) {
      written += scalar_literal(type.kind, *value);
    } else {
      write_composite(type, *value, *this);
    }
  }

  std::string written;
};

}  // namespace

std::string to_literal(const Type& type, ValueView value) {
  if (value && type.arguments.empty()) return scalar_literal(type.kind, *value);
  LiteralParts parts;
  parts.append_part(type, value);
  return std::move(parts.written);
}

}  // namespace cellar
