#include "shell/copy/from/values/value_reader.h"

#include <bit>
#include <charconv>
#include <limits>
#include <type_traits>

#include "shell/copy/from/values/composite_reader.h"
#include "shell/copy/from/values/timestamp_reader.h"
#include "types/inet.h"
#include "types/number/integer_range.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/uuid.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_text(std::string_view text, const Type& type, std::string_view form) {
  refuse("copy_value", {},
         {{"value", quote_text(shorten(text))}, {"type", to_cql(type)}, {"form", std::string(form)}});
}

void read_text(std::string_view text, const Type&, const CopyOptions&, std::string& bytes) {
  if (!is_valid_utf8(text)) refuse("not_utf8", {}, {{"type", "text"}});
  bytes.assign(text);
}

void read_ascii(std::string_view text, const Type&, const CopyOptions&, std::string& bytes) {
  if (!is_ascii(text)) refuse("not_ascii", {}, {{"literal", shorten(text)}});
  bytes.assign(text);
}

/// Returns the digits of a number as CQL has them: without separators of thousands, with a point.
std::string_view plain_number(std::string_view text, const CopyOptions& options, std::string& plain) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  if (!options.thousands_separator && options.decimal_separator == '.') return text;
  plain.clear();
  for (const char c : text) {
    if (c == options.thousands_separator) continue;
    plain += c == options.decimal_separator ? '.' : c;
  }
  return plain;
}

template <typename Integer>
void put_integer(Integer number, std::string& bytes) {
  bytes.resize(sizeof number);
  for (std::size_t i = sizeof number; i > 0; --i) {
    bytes[i - 1] = static_cast<char>(number & 0xFF);
    number = static_cast<Integer>(number >> 7 >> 1);
  }
}

template <typename Integer>
void read_integer_of(std::string_view text, const Type& type, const CopyOptions& options,
                     std::string& bytes) {
  using Limits = std::numeric_limits<Integer>;
  std::string plain;
  const std::string_view digits = plain_number(text, options, plain);
  Integer number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || stop != digits.data() + digits.size()) refuse_text(text, type, "a whole number");
  if (error != std::errc()) refuse_integer_range(digits, to_cql(type), Limits::min(), Limits::max());
  put_integer(number, bytes);
}

void read_big_number(std::string_view text, const Type& type, const CopyOptions& options,
                     std::string& bytes) {
  std::string plain;
  const LiteralKind kind = type.kind == TypeKind::varint ? LiteralKind::integer : LiteralKind::float_;
  encode_literal(kind, plain_number(text, options, plain), type, bytes);
}

template <typename Float>
void read_float_of(std::string_view text, const Type& type, const CopyOptions& options, std::string& bytes) {
  std::string plain;
  std::string_view digits = plain_number(text, options, plain);
  if (is_same_word(digits, "inf")) digits = "Infinity";
  if (is_same_word(digits, "-inf")) digits = "-Infinity";
  if constexpr (std::is_same_v<Float, float>) {
    const std::optional<float> number = parse_float(digits);
    if (!number) refuse_text(text, type, "a number, NaN or Infinity");
    put_integer(std::bit_cast<std::uint32_t>(*number), bytes);
  } else {
    const std::optional<double> number = parse_double(digits);
    if (!number) refuse_text(text, type, "a number, NaN or Infinity");
    put_integer(std::bit_cast<std::uint64_t>(*number), bytes);
  }
}

void read_boolean(std::string_view text, const Type& type, const CopyOptions& options, std::string& bytes) {
  const std::string_view word = trim(text);
  const bool is_true = is_same_word(word, options.true_text);
  if (!is_true && !is_same_word(word, options.false_text))
    refuse_text(text, type, options.true_text + " or " + options.false_text);
  bytes.assign(1, is_true ? '\1' : '\0');
}

void read_blob(std::string_view text, const Type& type, const CopyOptions&, std::string& bytes) {
  const std::string_view digits = trim(text);
  bytes.clear();
  const bool has_mark = digits.starts_with("0x") || digits.starts_with("0X");
  if (!has_mark || !append_from_hex(digits.substr(2), bytes))
    refuse_text(text, type, "0x and an even number of hexadecimal digits");
}

void read_uuid(std::string_view text, const Type& type, const CopyOptions&, std::string& bytes) {
  encode_literal(LiteralKind::uuid, trim(text), type, bytes);
}

void read_inet(std::string_view text, const Type& type, const CopyOptions&, std::string& bytes) {
  std::optional<std::string> address = parse_inet(trim(text));
  if (!address) refuse_text(text, type, "an internet address");
  bytes = *std::move(address);
}

void read_timestamp(std::string_view text, const Type&, const CopyOptions& options, std::string& bytes) {
  put_integer(timestamp_of(trim(text), options.timestamp_format), bytes);
}

void read_date(std::string_view text, const Type&, const CopyOptions&, std::string& bytes) {
  put_integer(parse_date(trim(text)), bytes);
}

void read_time_of_day(std::string_view text, const Type&, const CopyOptions&, std::string& bytes) {
  put_integer(parse_time(trim(text)), bytes);
}

void read_duration(std::string_view text, const Type&, const CopyOptions&, std::string& bytes) {
  bytes = encode_duration(parse_duration(trim(text)));
}

}  // namespace

ValueReader::Read reader_of(TypeKind kind) {
  using enum TypeKind;
  switch (kind) {
    case TypeKind::text:
      return read_text;
    case ascii:
      return read_ascii;
    case tinyint:
      return read_integer_of<std::int8_t>;
    case smallint:
      return read_integer_of<std::int16_t>;
    case int_:
      return read_integer_of<std::int32_t>;
    case bigint:
    case counter:
      return read_integer_of<std::int64_t>;
    case varint:
    case decimal:
      return read_big_number;
    case float_:
      return read_float_of<float>;
    case double_:
      return read_float_of<double>;
    case boolean:
      return read_boolean;
    case blob:
      return read_blob;
    case uuid:
    case timeuuid:
      return read_uuid;
    case inet:
      return read_inet;
    case timestamp:
      return read_timestamp;
    case date:
      return read_date;
    case time:
      return read_time_of_day;
    case duration:
      return read_duration;
    case list:
    case set:
    case map:
    case tuple:
    case user:
    case vector:
      break;
  }
  return read_composite;
}

ValueReader::ValueReader(const Type& type, const CopyOptions& options)
    : type_(type),
      options_(options),
      read_(reader_of(type.kind)),
      is_text_(type.kind == TypeKind::text || type.kind == TypeKind::ascii) {}

void ValueReader::read(std::string_view text, bool quoted, Value& value) const {
  const bool is_null_text = text.size() == options_.null.size() && text == options_.null;
  // An empty field is no number, time or the like, whatever the text for null is.
  if ((is_null_text && !quoted) || (text.empty() && !is_text_)) {
    value.reset();
    return;
  }
  if (!value) value.emplace();
  if (is_null_text && !is_text_) return read_unless_null(text, value);
  read_bare(text, *value);
}

void ValueReader::read_bare(std::string_view text, std::string& bytes) const {
  if (!is_text_ && text == kEmptyValue) return bytes.clear();
  read_(text, type_, options_, bytes);
}

// A program that quotes all fields quotes null, too; COPY TO quotes a value whose text says what null says.
void ValueReader::read_unless_null(std::string_view text, Value& value) const {
  try {
    read_bare(text, *value);
  } catch (const Refusal&) {
    value.reset();
  }
}

}  // namespace cellar
