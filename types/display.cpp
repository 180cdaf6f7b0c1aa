#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "types/composite_text.h"
#include "types/number.h"
#include "types/scalar_text.h"
#include "types/text.h"
#include "types/time.h"
#include "types/value.h"

namespace cellar {

namespace {

using enum TypeKind;

enum class Place : std::uint8_t { alone, inside };

// cqlsh keeps five digits; where the number needs no exponent, five after its first.
std::string shown_float(double value) {
  constexpr int kPrecision = 5;
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  int precision = kPrecision;
  if (std::abs(value) > std::numeric_limits<double>::epsilon()) {
    const int exponent = static_cast<int>(std::log10(std::abs(value)));
    if (exponent >= -4 && exponent < kPrecision) precision += exponent + 1;
  }
  return fmt::format("{:.{}g}", value, precision);
}

std::string quoted(std::string text, Place place) { return place == Place::inside ? "'" + text + "'" : text; }

std::string shown_text(std::string_view text, Place place) {
  return show_control_characters(place == Place::inside ? quote_text(text) : std::string(text));
}

std::string shown_timestamp(std::int64_t timestamp, Place place) {
  const DayAndMilliseconds parts = split_timestamp(timestamp);
  const std::optional<std::string> day = date_text(parts.days);
  if (!day) return quoted(std::to_string(timestamp), place);
  const std::string time = time_text(parts.milliseconds * 1'000'000);
  return quoted(fmt::format("{} {}+0000", *day, time.substr(0, time.size() - 3)), place);
}

std::string shown_scalar(TypeKind kind, std::string_view bytes, Place place) {
  if (kind == ascii || kind == text) return shown_text(bytes, place);
  if (kind == blob) return "0x" + to_hex(bytes);
  if (bytes.empty()) return "";
  switch (kind) {
    case float_:
      return shown_float(decode_float(bytes));
    case double_:
      return shown_float(decode_double(bytes));
    case boolean:
      return bytes[0] != 0 ? "True" : "False";
    case timestamp:
      return shown_timestamp(decode_integer(bytes), place);
    case date: {
      const std::int64_t days = decode_date(bytes);
      return date_text(days).value_or(std::to_string(days));
    }
    case inet:
      return quoted(scalar_text(kind, bytes), place);
    default:
      return scalar_text(kind, bytes);
  }
}

std::string shown_inside(const Type& type, std::optional<std::string_view> value) {
  if (!value) return "null";
  if (type.arguments.empty()) return shown_scalar(type.kind, *value, Place::inside);
  return composite_text(type, *value, shown_inside);
}

}  // namespace

std::string to_display(const Type& type, const Value& value) {
  if (value && type.arguments.empty()) return shown_scalar(type.kind, *value, Place::alone);
  return shown_inside(type, value ? std::optional<std::string_view>(*value) : std::nullopt);
}

}  // namespace cellar
