// The text of a field becomes the value that it means.
#include "shell/copy/from/values/value_reader.h"

#include <catch2/catch.hpp>

#include "refusal/messages.h"

using namespace cellar;

namespace {

/// The value as a CQL literal, "null", or what is wrong with the text.
std::string read(const Type& type, std::string_view text, bool quoted = false,
                 const CopyOptions& options = {}) {
  Value value;
  try {
    ValueReader(type, options).read(text, quoted, value);
    if (value) check(type, *value);
  } catch (const Refusal& refusal) {
    return title_of(refusal.diagnostic);
  }
  return to_literal(type, value);
}

std::string read(TypeKind kind, std::string_view text, const CopyOptions& options = {}) {
  return read(native_type(kind), text, false, options);
}

Type address() {
  Type type;
  type.kind = TypeKind::user;
  type.frozen = true;
  type.name = "address";
  type.field_names = {"street", "No"};
  type.arguments = {native_type(TypeKind::text), native_type(TypeKind::int_)};
  return type;
}

}  // namespace

TEST_CASE("scalars are read as cqlsh writes them") {
  using enum TypeKind;
  CHECK(read(int_, " -7 ") == "-7");
  CHECK(read(tinyint, "+127") == "127");
  CHECK(read(bigint, "-9223372036854775808") == "-9223372036854775808");
  CHECK(read(varint, "123456789012345678901234567890") == "123456789012345678901234567890");
  CHECK(read(decimal, "1.50") == "1.50");
  CHECK(read(double_, "1.5e3") == "1500.0");
  CHECK(read(double_, "NaN") == "NaN");
  CHECK(read(float_, "-inf") == "-Infinity");
  CHECK(read(boolean, "true") == "true");
  CHECK(read(blob, "0xCAFE") == "0xcafe");
  CHECK(read(blob, "0x") == "0x");
  CHECK(read(inet, "::1") == "'::1'");
  CHECK(read(uuid, "123e4567-e89b-42d3-a456-426614174000") == "123e4567-e89b-42d3-a456-426614174000");
  CHECK(read(date, "2020-02-29") == "'2020-02-29'");
  CHECK(read(time, "01:02:03.000000004") == "'01:02:03.000000004'");
  CHECK(read(duration, "1y2mo3h") == "1y2mo3h");
  CHECK(read(ascii, "a b") == "'a b'");
}

TEST_CASE("what is no value of a type is refused with the reason") {
  using enum TypeKind;
  CHECK(read(int_, "1.0") == "'1.0' is no int, which takes a whole number");
  CHECK(read(tinyint, "128").find("128") != std::string::npos);
  CHECK(read(boolean, "yes") == "'yes' is no boolean, which takes True or False");
  CHECK(read(blob, "cafe") == "'cafe' is no blob, which takes 0x and an even number of hexadecimal digits");
  CHECK(read(inet, "localhost") == "'localhost' is no inet, which takes an internet address");
  CHECK(read(TypeKind::text, "\xFF") == "these bytes are not text: they are not valid UTF-8");
  CHECK(read(double_, "1,5") == "'1,5' is no double, which takes a number, NaN or Infinity");
}

TEST_CASE("timestamps have the form that is asked for, or one of CQL's") {
  CopyOptions german;
  german.timestamp_format = "%d.%m.%Y %H:%M:%S.%f %z";
  const Type type = native_type(TypeKind::timestamp);
  CHECK(read(type, "03.02.2011 04:05:06.007 +0100", false, german) ==
        read(type, "2011-02-03 03:05:06.007+0000"));
  CHECK(read(type, "2011-02-03", false, german) == read(type, "2011-02-03T00:00:00Z"));
  CHECK(read(type, "1296705906007", false, german) == read(type, "2011-02-03 04:05:06.007000+0000"));
  german.timestamp_format = "%d/%m/%y";
  CHECK(read(type, "03/02/11", false, german) == read(type, "2011-02-03"));
  CHECK(read(type, "31/02/11", false, german).find("31/02/11") != std::string::npos);
}

TEST_CASE("separators of numbers and words for truth are options") {
  CopyOptions options;
  options.decimal_separator = ',';
  options.thousands_separator = '.';
  options.true_text = "ja";
  options.false_text = "nein";
  CHECK(read(TypeKind::double_, "1.234,5", options) == "1234.5");
  CHECK(read(TypeKind::bigint, "1.234.567", options) == "1234567");
  CHECK(read(TypeKind::decimal, "-1.234,50", options) == "-1234.50");
  CHECK(read(TypeKind::boolean, "JA", options) == "true");
  CHECK(read(TypeKind::boolean, "true", options) == "'true' is no boolean, which takes ja or nein");
}

TEST_CASE("null is the text of NULL without quotes, and an empty field of what is no text") {
  const Type text = native_type(TypeKind::text);
  const Type number = native_type(TypeKind::int_);
  CHECK(read(text, "") == "null");
  CHECK(read(text, "", true) == "''");
  CHECK(read(number, "") == "null");
  CHECK(read(number, "", true) == "null");
  CopyOptions marked;
  marked.null = "N/A";
  CHECK(read(text, "N/A", false, marked) == "null");
  CHECK(read(text, "N/A", true, marked) == "'N/A'");
  CHECK(read(text, "", false, marked) == "''");
  CHECK(read(number, "N/A", true, marked) == "null");
  CHECK(read(number, "", false, marked) == "null");
}

TEST_CASE("collections are read with their parts") {
  const Type texts = set_of(native_type(TypeKind::text));
  CHECK(read(texts, "{'b', 'a''s', 'x, y', a b}") == "{'a b', 'a''s', 'b', 'x, y'}");
  CHECK(read(texts, "{}") == "{}");
  CHECK(read(texts, "{''}") == "{''}");
  CHECK(read(list_of(native_type(TypeKind::text)), "['a', null, 'null', NULL, ]") ==
        "['a', 'null', 'null', 'NULL', '']");
  CHECK(read(list_of(native_type(TypeKind::int_)), "[1, null]") ==
        "' null' is no list<int>, which takes values without null");
  CHECK(read(list_of(native_type(TypeKind::int_)), "[1, 2,3]") == "[1, 2, 3]");
  CHECK(read(list_of(native_type(TypeKind::int_)), "[1, x]") == "'x' is no int, which takes a whole number");
  CHECK(read(list_of(native_type(TypeKind::int_)), "[1, ]") ==
        "' ' is no list<int>, which takes values without null");
  CHECK(read(list_of(native_type(TypeKind::int_)), "1") ==
        "'1' is no list<int>, which takes elements between [ and ]");
  const Type times = map_of(native_type(TypeKind::time), list_of(native_type(TypeKind::text), true));
  CHECK(read(times, "{01:02:03: ['a', ':, {'], '04:00:00': []}") ==
        "{'01:02:03.000000000': ['a', ':, {'], '04:00:00.000000000': []}");
  CHECK(read(map_of(native_type(TypeKind::text), native_type(TypeKind::int_)), "{a:1, 'b c': 2}") ==
        "{'a': 1, 'b c': 2}");
}

TEST_CASE("tuples, user types and vectors are read with their parts") {
  const Type pair = tuple_of({native_type(TypeKind::int_), native_type(TypeKind::text)});
  CHECK(read(pair, "(1, 'a, b')") == "(1, 'a, b')");
  CHECK(read(pair, "(, null)") == "(null, null)");
  CHECK(read(pair, "(1)") == "(1, null)");
  CHECK(read(pair, "(1, 'a', 2)") ==
        "'(1, ''a'', 2)' is no tuple<int, text>, which takes at most 2 values between ( and )");
  CHECK(read(address(), "{street: 'Main', No: 7}") == "{street: 'Main', \"No\": 7}");
  CHECK(read(address(), "{'No': }") == "{street: null, \"No\": null}");
  CHECK(read(address(), "{no: 1}").find("there is none of the name no") != std::string::npos);
  CHECK(read(vector_of(native_type(TypeKind::float_), 2), "[1, 2.5]") == "[1.0, 2.5]");
  CHECK(read(vector_of(native_type(TypeKind::float_), 2), "[1]").find("2 values") != std::string::npos);
}
