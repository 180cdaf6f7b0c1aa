// The text of values, and the fields of a CSV file, as COPY TO writes them.
#include "shell/copy/to/value_text.h"

#include <catch2/catch.hpp>

#include "shell/render/timestamp_form.h"
#include "shell/render/writers/csv_writer.h"
#include "types/number/number.h"
#include "types/time/time.h"
#include "types/value/value.h"

using namespace cellar;

namespace {

std::string text_of(const Type& type, const std::string& bytes, const CopyOptions& options = {}) {
  std::string text;
  CopiedValueText(options).append(type, bytes, text);
  return text;
}

std::string field_of(const std::string& text, const CopyOptions& options = {}) {
  std::string row;
  CsvWriter writer(options.dialect, options.null, row);
  writer.add_field(text);
  return row;
}

CopyOptions with_escape(char escape) {
  CopyOptions options;
  options.dialect.escape = escape;
  return options;
}

CopyOptions with_null(const std::string& null) {
  CopyOptions options;
  options.null = null;
  return options;
}

Type kind(TypeKind kind) { return native_type(kind); }

}  // namespace

TEST_CASE("a float is written with the shortest digits that read back, a precision rounds as cqlsh does") {
  CHECK(text_of(kind(TypeKind::double_), encode_double(0.1)) == "0.1");
  CHECK(text_of(kind(TypeKind::float_), encode_float(0.1F)) == "0.1");
  CHECK(text_of(kind(TypeKind::double_), encode_double(1.0 / 3)) == "0.3333333333333333");
  CHECK(text_of(kind(TypeKind::double_), encode_double(-0.0)) == "-0");
  CopyOptions rounded;
  rounded.float_precision = 5;
  rounded.double_precision = 12;
  CHECK(text_of(kind(TypeKind::float_), encode_float(0.1F), rounded) == "0.1");
  CHECK(text_of(kind(TypeKind::float_), encode_float(100000), rounded) == "1e+05");
  CHECK(text_of(kind(TypeKind::float_), encode_float(12.3456789F), rounded) == "12.34568");
  CHECK(text_of(kind(TypeKind::double_), encode_double(1.0 / 3), rounded) == "0.3333333333333");
  CHECK(text_of(list_of(kind(TypeKind::float_), true),
                pack(list_of(kind(TypeKind::float_), true), std::vector<Value>{encode_float(2.0F / 3)}),
                rounded) == "[0.666667]");
}

TEST_CASE("separators come into numbers only") {
  CopyOptions options;
  options.decimal_separator = ',';
  options.thousands_separator = '.';
  CHECK(text_of(kind(TypeKind::int_), encode_int32(-1234567), options) == "-1.234.567");
  CHECK(text_of(kind(TypeKind::int_), encode_int32(-123), options) == "-123");
  CHECK(text_of(kind(TypeKind::double_), encode_double(1234.5), options) == "1.234,5");
  CHECK(text_of(kind(TypeKind::double_), encode_double(1e300), options) == "1e+300");
  CHECK(text_of(kind(TypeKind::text), "1234.5", options) == "1234.5");
}

TEST_CASE("dates outside of the years 1 to 9999 have a sign, timestamps there are milliseconds") {
  CHECK(text_of(kind(TypeKind::date), encode_date(0)) == "1970-01-01");
  CHECK(text_of(kind(TypeKind::date), std::string(4, '\0')) == "-5877641-06-23");
  CHECK(text_of(kind(TypeKind::date), std::string(4, '\xFF')) == "+5881580-07-11");
  CHECK(text_of(kind(TypeKind::timestamp), encode_int64(-1)) == "1969-12-31 23:59:59.999+0000");
  CHECK(text_of(kind(TypeKind::timestamp), encode_int64(253402300800000)) == "253402300800000");
}

TEST_CASE("a timestamp is written in the form that is asked for") {
  const auto in_form = [](std::string_view form) {
    std::string text;
    append_timestamp(1709210096789, form, TimeZone(), Fraction::milliseconds_behind_point, text);
    return text;
  };
  CHECK(in_form("%d.%m.%Y %H:%M") == "29.02.2024 12:34");
  CHECK(in_form("%H:%M:%S.%f %z") == "12:34:56.789 +0000");
  CHECK(in_form("%f") == "789000");
  CHECK(in_form("%j %A %%") == "060 Thursday %");
}

TEST_CASE("parts of a collection are quoted where they have to be") {
  const Type texts = list_of(kind(TypeKind::text), true);
  CHECK(text_of(texts, pack(texts, std::vector<Value>{"a", "it's", ""})) == "['a', 'it''s', '']");
  const Type times = map_of(kind(TypeKind::time), kind(TypeKind::int_), true);
  CHECK(text_of(times, pack(times, std::vector<Value>{encode_int64(0), encode_int32(1)})) ==
        "{'00:00:00.000000000': 1}");
  const Type pair = tuple_of({kind(TypeKind::int_), kind(TypeKind::int_)});
  const std::string one_and_null = pack(pair, std::vector<Value>{encode_int32(1), std::nullopt});
  CHECK(text_of(pair, one_and_null) == "(1, )");
  CHECK(text_of(pair, one_and_null, with_null("N/A")) == "(1, N/A)");
  CHECK(text_of(pair, one_and_null, with_null("1")) == "('1', 1)");
  CHECK(text_of(pair, one_and_null, with_null("[]")) == "(1, null)");
  CHECK(text_of(pair, pack(pair, std::vector<Value>{"", std::nullopt})) == "('', )");
}

TEST_CASE("a field is escaped as Python's csv module does it") {
  CHECK(field_of("plain text") == "plain text");
  CHECK(field_of("a,b") == "\"a,b\"");
  CHECK(field_of("say \"hi\"") == "say \\\"hi\\\"");
  CHECK(field_of("say \"hi\"", with_escape('"')) == "\"say \"\"hi\"\"\"");
  CHECK(field_of("a\\b") == "a\\\\b");
  CHECK(field_of("a\\b", with_escape('"')) == "a\\b");
  CHECK(field_of("two\nlines") == "\"two\nlines\"");
  CHECK(field_of("\r") == "\"\r\"");
}

TEST_CASE("a text that says what null says is quoted, and so is the end of standard input") {
  CHECK(field_of("") == "\"\"");
  CHECK(field_of("", with_null("N/A")).empty());
  CHECK(field_of("N/A", with_null("N/A")) == "\"N/A\"");
  CHECK(field_of("\\N", with_null("\\N")) == "\\\\N");
  CHECK(field_of("\\.", with_escape('"')) == "\"\\.\"");
}
