#include "types/value/literal.h"

#include <catch2/catch.hpp>
#include <set>

#include "values.h"

namespace cellar {

namespace {

using enum TypeKind;

constexpr TypeKind kScalars[] = {ascii,   bigint,    blob,     boolean, counter, date,     decimal,
                                 double_, duration,  float_,   inet,    int_,    smallint, text,
                                 time,    timestamp, timeuuid, tinyint, uuid,    varint};

std::set<TypeKind> takers(LiteralKind kind) {
  std::set<TypeKind> taken;
  for (const TypeKind type : kScalars) {
    if (literal_fits(kind, native_type(type))) taken.insert(type);
  }
  return taken;
}

}  // namespace

TEST_CASE("each kind of constant has its types") {
  CHECK(takers(LiteralKind::string) == std::set{ascii, text, inet, date, time, timestamp});
  CHECK(takers(LiteralKind::integer) == std::set{tinyint, smallint, int_, bigint, varint, counter, float_,
                                                 double_, decimal, date, time, timestamp, duration});
  CHECK(takers(LiteralKind::float_) == std::set{float_, double_, decimal});
  CHECK(takers(LiteralKind::boolean) == std::set{boolean});
  CHECK(takers(LiteralKind::uuid) == std::set{uuid, timeuuid});
  CHECK(takers(LiteralKind::blob) == std::set{blob, tinyint});
  CHECK(takers(LiteralKind::duration) == std::set{duration});
  CHECK_FALSE(literal_fits(LiteralKind::integer, list_of(native_type(int_))));
  CHECK(literal_fits(LiteralKind::string, tuple_of({native_type(text)})));
}

TEST_CASE("every value comes back from its literal") {
  const std::tuple<TypeKind, const char*, const char*> cases[] = {
      {ascii, "it's", "'it''s'"},
      {text, "", "''"},
      {text, "中\n", "'中\n'"},
      {tinyint, "-128", "-128"},
      {smallint, "32767", "32767"},
      {int_, "-2147483648", "-2147483648"},
      {bigint, "9223372036854775807", "9223372036854775807"},
      {counter, "-1", "-1"},
      {varint, "-340282366920938463463374607431768211456", "-340282366920938463463374607431768211456"},
      {float_, "0.1", "0.1"},
      {double_, "-Infinity", "-Infinity"},
      {double_, "nan", "NaN"},
      {decimal, "1.50", "1.50"},
      {boolean, "TRUE", "true"},
      {boolean, "false", "false"},
      {blob, "0xDEADbeef", "0xdeadbeef"},
      {blob, "0x", "0x"},
      {uuid, "550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"},
      {inet, "::1", "'::1'"},
      {date, "2024-02-29", "'2024-02-29'"},
      {date, "0", "0"},
      {date, "+10000-01-01", "2150416545"},
      {time, "1:2:3", "'01:02:03.000000000'"},
      {timestamp, "2024-02-29 12:34:56.789+0000", "'2024-02-29 12:34:56.789+0000'"},
      {timestamp, "-1", "'1969-12-31 23:59:59.999+0000'"},
      {timestamp, "9223372036854775807", "9223372036854775807"},
      {duration, "1mo2d3h", "1mo2d3h"}};
  for (const auto& [kind, text, written] : cases) {
    CAPTURE(text);
    const std::string bytes = encode(kind, text);
    check(native_type(kind), bytes);
    CHECK(print(kind, bytes) == written);
  }
}

TEST_CASE("numbers out of range are refused with the range") {
  const std::tuple<TypeKind, const char*> cases[] = {{tinyint, "128"},
                                                     {tinyint, "-129"},
                                                     {smallint, "32768"},
                                                     {int_, "2147483648"},
                                                     {int_, "-2147483649"},
                                                     {bigint, "9223372036854775808"},
                                                     {counter, "9223372036854775808"}};
  for (const auto& [kind, text] : cases) {
    CAPTURE(text);
    CHECK(refused_literal(kind, text) == "integer_out_of_range");
  }
  try {
    encode(tinyint, std::string(100, '9'));
    FAIL("taken");
  } catch (const Refusal& refusal) {
    CHECK(std::string(refusal.what()) ==
          "E450: " + std::string(40, '9') + "... does not fit the type tinyint");
    CHECK(refusal.diagnostic.error_class() == ErrorClass::invalid);
  }
}

TEST_CASE("constants that are no value of the type are refused") {
  CHECK(refused_literal(ascii, "caf\u00e9") == "not_ascii");
  CHECK(refused_literal(text, "\xff") == "not_utf8");
  CHECK(refused_literal(decimal, "NaN") == "decimal_not_finite");
  CHECK(refused_literal(decimal, "-Infinity") == "decimal_not_finite");
  CHECK(refused_literal(double_, "1e309") == "float_out_of_range");
  CHECK(refused_literal(float_, "1e309") == "float_out_of_range");
  CHECK(refused_literal(decimal, "1e400") == "float_out_of_range");
  CHECK(refused_literal(blob, "0xabc") == "odd_hex_digits");
  CHECK(refused([] { encode_literal(LiteralKind::integer, "5", native_type(duration)); }) ==
        "not_a_duration");
}

TEST_CASE("a tinyint takes one byte in hexadecimal, or none") {
  const Type type = native_type(tinyint);
  CHECK(encode_literal(LiteralKind::blob, "0xff", type) == "\xff");
  CHECK(refused([&] { encode_literal(LiteralKind::blob, "0xffff", type); }) == "bytes_length");
  CHECK(encode_literal(LiteralKind::blob, "0x", type).empty());
}

TEST_CASE("integers stand for fractions and times, too") {
  const auto integer = [](TypeKind kind, const char* digits) {
    return print(kind, encode_literal(LiteralKind::integer, digits, native_type(kind)));
  };
  CHECK(integer(float_, "16777217") == "16777216.0");
  CHECK(integer(double_, "9007199254740993") == "9007199254740992.0");
  CHECK(integer(decimal, "1000") == "1000");
  CHECK(integer(date, "2147483647") == "'1969-12-31'");
  CHECK(integer(time, "1000") == "'00:00:00.000001000'");
  CHECK(integer(timestamp, "5") == "'1970-01-01 00:00:00.005+0000'");
}

TEST_CASE("a constant alone has its smallest type") {
  const auto natural = [](LiteralKind kind, std::string_view literal) {
    return natural_type(kind, literal).kind;
  };
  CHECK(natural(LiteralKind::integer, "2147483647") == int_);
  CHECK(natural(LiteralKind::integer, "-2147483649") == bigint);
  CHECK(natural(LiteralKind::integer, "9223372036854775808") == varint);
  CHECK(natural(LiteralKind::float_, "0.1") == double_);
  CHECK(natural(LiteralKind::float_, "1.10") == double_);
  CHECK(natural(LiteralKind::float_, "NaN") == double_);
  CHECK(natural(LiteralKind::float_, "123456789.123456789123") == decimal);
  CHECK(natural(LiteralKind::float_, "1e-400") == decimal);
  CHECK(natural(LiteralKind::uuid, "13814000-1dd2-11b2-8080-808080808080") == timeuuid);
  CHECK(natural(LiteralKind::uuid, "550e8400-e29b-41d4-a716-446655440000") == uuid);
  CHECK(natural(LiteralKind::string, "a") == text);
  CHECK(literal_fits_exactly(LiteralKind::string, "a", native_type(ascii)));
  CHECK_FALSE(literal_fits_exactly(LiteralKind::string, "a", native_type(text)));
  CHECK(literal_fits_exactly(LiteralKind::string, "\u00e9", native_type(text)));
  CHECK(literal_fits_exactly(LiteralKind::integer, "5", native_type(int_)));
  CHECK_FALSE(literal_fits_exactly(LiteralKind::integer, "5", native_type(bigint)));
}

}  // namespace cellar
