#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "types/names.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/composite_text.h"
#include "types/value/display_text.h"
#include "types/value/scalar_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

enum class Place : std::uint8_t { alone, inside };

void append_integer(std::int64_t value, std::string& shown) {
  const fmt::format_int digits(value);
  shown.append(digits.data(), digits.size());
}

// Nothing of it has to be escaped.
bool shows_as_it_is(std::string_view text) {
  return is_printable_ascii(text) && text.find('\\') == text.npos;
}

void append_text(std::string_view text, Place place, std::string& shown) {
  if (place == Place::inside) {
    shown += show_control_characters(quote_text(text));
  } else if (shows_as_it_is(text)) {
    shown += text;
  } else {
    shown += show_control_characters(text);
  }
}

void append_shown_uuid(std::string_view bytes, std::string& shown) {
  constexpr std::size_t kGroups[] = {4, 2, 2, 2, 6};
  for (const std::size_t size : kGroups) {
    append_hex(bytes.substr(0, size), shown);
    bytes.remove_prefix(size);
    if (!bytes.empty()) shown += '-';
  }
}

template <std::size_t kCount>
char* put_digits(char* place, std::uint64_t number) {
  for (std::size_t i = kCount; i > 0; number /= 10) place[--i] = static_cast<char>('0' + number % 10);
  return place + kCount;
}

// 2011-02-03 04:05:06.007000+0000
void append_moment(const CivilDate& date, std::uint64_t milliseconds, std::string& shown) {
  char text[] = "yyyy-mm-dd hh:mm:ss.mmm000+0000";
  char* place = put_digits<4>(text, static_cast<std::uint64_t>(date.year));
  place = put_digits<2>(place + 1, date.month);
  place = put_digits<2>(place + 1, date.day);
  place = put_digits<2>(place + 1, milliseconds / 3'600'000);
  place = put_digits<2>(place + 1, milliseconds / 60'000 % 60);
  place = put_digits<2>(place + 1, milliseconds / 1'000 % 60);
  put_digits<3>(place + 1, milliseconds % 1'000);
  shown.append(text, sizeof text - 1);
}

void append_timestamp(std::int64_t timestamp, std::string& shown) {
  const DayAndMilliseconds parts = split_timestamp(timestamp);
  const CivilDate date = civil_from_days(parts.days);
  if (date.year < 1 || date.year > 9999) {
    append_integer(timestamp, shown);
  } else {
    append_moment(date, static_cast<std::uint64_t>(parts.milliseconds), shown);
  }
}

void append_of_bytes(TypeKind kind, std::string_view bytes, std::string& shown) {
  switch (kind) {
    case tinyint:
    case smallint:
    case int_:
    case bigint:
    case counter:
      return append_integer(decode_integer(bytes), shown);
    case float_:
      return append_float_text(decode_float(bytes), kShownDigits, shown);
    case double_:
      return append_float_text(decode_double(bytes), kShownDigits, shown);
    case boolean:
      shown += bytes[0] != 0 ? "True" : "False";
      return;
    case uuid:
    case timeuuid:
      return append_shown_uuid(bytes, shown);
    case timestamp:
      return append_timestamp(decode_integer(bytes), shown);
    case date: {
      const std::int64_t days = decode_date(bytes);
      shown += date_text(days).value_or(std::to_string(days));
      return;
    }
    default:
      shown += scalar_text(kind, bytes);
  }
}

void append_scalar(TypeKind kind, std::string_view bytes, Place place, std::string& shown) {
  if (kind == ascii || kind == text) return append_text(bytes, place, shown);
  if (kind == blob) {
    shown += "0x";
    return append_hex(bytes, shown);
  }
  if (bytes.empty()) return;
  const bool is_quoted = place == Place::inside && (kind == timestamp || kind == inet);
  if (is_quoted) shown += '\'';
  append_of_bytes(kind, bytes, shown);
  if (is_quoted) shown += '\'';
}

struct ShownParts {
  void append_mark(std::string_view mark) { shown += mark; }
  void append_name(const std::string& name) { shown += show_control_characters(quote_name(name)); }
  void append_part(const Type& type, ValueView value) {
    if (!value) {
      shown += "null";
    } else if (type.arguments.empty()) {
      append_scalar(type.kind, *value, Place::inside, shown);
    } else {
      write_composite(type, *value, *this);
    }
  }

  std::string& shown;
};

}  // namespace

void append_float_text(double value, int digits, std::string& shown) {
  if (std::isnan(value)) {
    shown += "NaN";
    return;
  }
  if (std::isinf(value)) {
    shown += value > 0 ? "Infinity" : "-Infinity";
    return;
  }
  int precision = digits;
  if (std::abs(value) > std::numeric_limits<double>::epsilon()) {
    const int exponent = static_cast<int>(std::log10(std::abs(value)));
    if (exponent >= -4 && exponent < digits) precision += exponent + 1;
  }
  fmt::format_to(std::back_inserter(shown), "{:.{}g}", value, std::max(precision, 1));
}

void append_display(const Type& type, ValueView value, std::string& shown) {
  if (value && type.arguments.empty()) {
    append_scalar(type.kind, *value, Place::alone, shown);
  } else {
    ShownParts{shown}.append_part(type, value);
  }
}

std::string to_display(const Type& type, ValueView value) {
  std::string shown;
  append_display(type, value, shown);
  return shown;
}

}  // namespace cellar
