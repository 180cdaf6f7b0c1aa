#include "shell/copy/to/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shell/copy/from/values/value_reader.h"
#include "shell/copy/to/timestamp_text.h"
#include "shell/render/timestamp_form.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/display_text.h"
#include "types/value/scalar_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

/// Characters with a meaning within a collection, tuple or user type.
constexpr std::string_view kStructure = ",:'\"{}[]()";

/// Returns true for a text that is one part of a collection without quotes.
bool is_plain_part(std::string_view text) {
  return text.find_first_of(kStructure) == text.npos && trim(text).size() == text.size();
}

bool is_digit_of_number(char c) { return c >= '0' && c <= '9'; }

/// A year of other than four digits has a sign, which tells it from a raw number of days.
void append_date(std::int64_t days, std::string& text) {
  const CivilDate date = civil_from_days(days);
  if (date.year > 9999) text += '+';
  if (date.year < 0) text += '-';
  fmt::format_to(std::back_inserter(text), "{:04}-{:02}-{:02}", std::abs(date.year), date.month, date.day);
}

}  // namespace

CopiedValueText::CopiedValueText(const CopyOptions& options)
    : options_(options),
      has_separators_(options.thousands_separator || options.decimal_separator != '.'),
      has_usual_timestamps_(options.timestamp_format == CopyOptions().timestamp_format),
      null_inside_(is_plain_part(options.null) ? options.null : "null") {}

void CopiedValueText::append(const Type& type, std::string_view bytes, std::string& text) const {
  const bool has_empty_text = type.kind == TypeKind::text || type.kind == ascii || type.kind == blob;
  if (!type.arguments.empty()) {
    append_composite(type, bytes, text);
  } else if (bytes.empty() && !has_empty_text) {
    text += kEmptyValue;
  } else {
    append_scalar(type.kind, bytes, text);
  }
}

void CopiedValueText::append_scalar(TypeKind kind, std::string_view bytes, std::string& text) const {
  if (kind == TypeKind::text || kind == ascii) {
    text += bytes;
    return;
  }
  if (bytes.empty() && kind != blob) return;
  const std::size_t begin = text.size();
  switch (kind) {
    case tinyint:
    case smallint:
    case int_:
    case bigint:
    case counter:
      return append_integer(decode_integer(bytes), text);
    case varint:
    case decimal:
      text += scalar_text(kind, bytes);
      return separate(begin, text);
    case float_:
      return append_float(decode_float(bytes), options_.float_precision, text);
    case double_:
      return append_float(decode_double(bytes), options_.double_precision, text);
    case boolean:
      text += bytes[0] != 0 ? options_.true_text : options_.false_text;
      return;
    case blob:
      text += "0x";
      return append_hex(bytes, text);
    case timestamp:
      return append_timestamp(decode_integer(bytes), text);
    case date:
      return append_date(decode_date(bytes), text);
    default:
      text += scalar_text(kind, bytes);
  }
}

void CopiedValueText::append_composite(const Type& type, std::string_view bytes, std::string& text) const {
  const bool has_fields = type.kind == tuple || type.kind == user;
  const bool is_bracketed = type.kind == list || type.kind == vector;
  const std::size_t width = has_fields ? 1 : type.arguments.size();
  const std::vector<ValueView> parts = unpack(type, bytes);
  text += is_bracketed ? '[' : type.kind == tuple ? '(' : '{';
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i % width == 0 ? ", " : ": ";
    if (type.kind == user) {
      const std::size_t begin = text.size();
      text += type.field_names[i];
      if (!is_plain_part(type.field_names[i])) quote_inside(begin, text);
      text += ": ";
    }
    append_inside(type.arguments[has_fields ? i : i % width], parts[i], text);
  }
  text += is_bracketed ? ']' : type.kind == tuple ? ')' : '}';
}

void CopiedValueText::append_inside(const Type& type, const ValueView& value, std::string& text) const {
  if (!value) {
    text += null_inside_;
    return;
  }
  if (!type.arguments.empty()) return append_composite(type, *value, text);
  const std::size_t begin = text.size();
  append_scalar(type.kind, *value, text);
  const TypeKind kind = type.kind;
  const std::string_view part = std::string_view(text).substr(begin);
  const bool is_quoted = kind == TypeKind::text || kind == ascii || kind == timestamp || kind == inet;
  const bool is_null_text = part.empty() || part == null_inside_ || to_lower(part.substr(0, 5)) == "null";
  if (is_quoted || is_null_text || !is_plain_part(part)) quote_inside(begin, text);
}

void CopiedValueText::quote_inside(std::size_t begin, std::string& text) const {
  const std::string bare = text.substr(begin);
  text.resize(begin);
  text += quote_text(bare);
}

void CopiedValueText::append_integer(std::int64_t value, std::string& text) const {
  const std::size_t begin = text.size();
  const fmt::format_int digits(value);
  text.append(digits.data(), digits.size());
  if (has_separators_) separate(begin, text);
}

// cqlsh rounds to five digits, and so do its files; here the default are the shortest digits that read back.
template <typename Float>
void CopiedValueText::append_float(Float value, std::optional<int> precision, std::string& text) const {
  if (!std::isfinite(value)) {
    text += std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    return;
  }
  const std::size_t begin = text.size();
  if (precision) {
    append_float_text(static_cast<double>(value), *precision, text);
  } else {
    fmt::format_to(std::back_inserter(text), "{}", value);
  }
  if (has_separators_) separate(begin, text);
}

void CopiedValueText::append_timestamp(std::int64_t timestamp, std::string& text) const {
  if (has_usual_timestamps_) {
    append_usual_timestamp(timestamp, text);
  } else {
    cellar::append_timestamp(timestamp, options_.timestamp_format, TimeZone(),
                             Fraction::milliseconds_behind_point, text);
  }
}

// A number with an exponent has one digit before its point, so the digits at its front are those before the point.
void CopiedValueText::separate(std::size_t begin, std::string& text) const {
  if (!has_separators_) return;
  const std::size_t point = text.find('.', begin);
  if (point != text.npos) text[point] = options_.decimal_separator;
  if (!options_.thousands_separator) return;
  const std::size_t first = begin + (text[begin] == '-' ? 1 : 0);
  const auto digits_end =
      std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(), is_digit_of_number);
  for (auto place = static_cast<std::size_t>(digits_end - text.begin()); place > first + 3;)
    text.insert(place -= 3, 1, *options_.thousands_separator);
}

}  // namespace cellar
