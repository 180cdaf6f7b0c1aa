#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

namespace {

struct CastCase {
  std::string_view name;
  TypeKind type;
  std::string_view literal;
  std::string_view expected;
};

void check_casts(std::initializer_list<CastCase> cases) {
  for (const CastCase& test : cases) {
    INFO(test.name << " " << test.literal);
    CHECK(call(test.name, {of(test.type, test.literal)}) == test.expected);
  }
}

}  // namespace

TEST_CASE("casts of integers keep the low bits") {
  check_casts({
      {"cast_as_tinyint", int_, "300", "44"},
      {"cast_as_smallint", int_, "2147483647", "-1"},
      {"cast_as_int", bigint, "-9223372036854775808", "0"},
      {"cast_as_bigint", varint, "123456789012345678901", "-5670419503621182411"},
      {"cast_as_varint", tinyint, "-128", "-128"},
      {"cast_as_tinyint", counter, "300", "44"},
      {"cast_as_int", decimal, "-0.999", "0"},
      {"cast_as_int", decimal, "12.50", "12"},
      {"cast_as_varint", decimal, "1e1000000000", "0"},
      {"cast_as_int", decimal, "1e-1000000000", "0"},
  });
}

TEST_CASE("casts of floats are cut and stop at the ends of the range") {
  check_casts({
      {"cast_as_int", double_, "3e10", "2147483647"},
      {"cast_as_int", double_, "-1.9", "-1"},
      {"cast_as_bigint", double_, "-Infinity", "-9223372036854775808"},
      {"cast_as_tinyint", double_, "3e10", "-1"},
      {"cast_as_tinyint", float_, "NaN", "0"},
      {"cast_as_varint", double_, "1e300", "9223372036854775807"},
      {"cast_as_float", double_, "1e300", "Infinity"},
      {"cast_as_double", float_, "1.9", "1.899999976158142"},
      {"cast_as_float", varint, "123456789012345678901", "1.2345679e+20"},
      {"cast_as_double", decimal, "1e400", "Infinity"},
  });
}

TEST_CASE("casts to decimal keep the digits that are written") {
  check_casts({
      {"cast_as_decimal", float_, "1.9", "1.9"},
      {"cast_as_decimal", double_, "100", "100.0"},
      {"cast_as_decimal", bigint, "9223372036854775807", "9223372036854775807"},
      {"cast_as_decimal", double_, "Infinity", "functionfailure no_decimal"},
  });
}

TEST_CASE("casts to text write as Java does") {
  check_casts({
      {"cast_as_text", double_, "2147483647", "'2.147483647E9'"},
      {"cast_as_text", float_, "NaN", "'NaN'"},
      {"cast_as_text", decimal, "12.50", "'12.50'"},
      {"cast_as_ascii", boolean, "true", "'true'"},
      {"cast_as_text", inet, "'::1'", "'0:0:0:0:0:0:0:1'"},
      {"cast_as_text", inet, "'1.2.3.4'", "'1.2.3.4'"},
      {"cast_as_text", uuid, "550e8400-e29b-41d4-a716-446655440000",
       "'550e8400-e29b-41d4-a716-446655440000'"},
      {"cast_as_text", date, "'2024-02-29'", "'2024-02-29'"},
      {"cast_as_text", date, "0", "'-5877641-06-23'"},
      {"cast_as_text", date, "2150416545", "'+10000-01-01'"},
      {"cast_as_text", time, "'10:11:12.000000013'", "'10:11:12.000000013'"},
      {"cast_as_text", timestamp, "1709251199999", "'2024-02-29T23:59:59.999Z'"},
      {"cast_as_text", timestamp, "253402300800000", "'+10000-01-01T00:00:00.000Z'"},
      {"cast_as_text", timestamp, "-62135596800001", "'0001-12-31T23:59:59.999Z'"},
      {"cast_as_varchar", ascii, "'x'", "'x'"},
      {"cast_as_text", int_, "null", "null"},
      {"cast_as_text", int_, "empty", "null"},
  });
}

TEST_CASE("casts between times round towards 1970") {
  check_casts({
      {"cast_as_date", timestamp, "-1", "'1970-01-01'"},
      {"cast_as_date", timestamp, "-86399999", "'1969-12-31'"},
      {"cast_as_timestamp", date, "'1969-12-31'", "'1969-12-31 00:00:00.000+0000'"},
      {"cast_as_date", timeuuid, "50554d6e-29bb-11e5-b345-feff819cdc9f", "'2015-07-14'"},
      {"cast_as_timestamp", timeuuid, "50554d6e-29bb-11e5-b345-feff819cdc9f",
       "'2015-07-14 00:00:18.805+0000'"},
  });
}

TEST_CASE("pairs without a cast have no signature") {
  const std::vector<std::pair<std::string_view, TypeKind>> pairs = {
      {"cast_as_int", text},     {"cast_as_int", int_},    {"cast_as_int", boolean},
      {"cast_as_boolean", int_}, {"cast_as_text", text},   {"cast_as_text", duration},
      {"cast_as_text", blob},    {"cast_as_ascii", text},  {"cast_as_time", timestamp},
      {"cast_as_date", text},    {"cast_as_bigint", date}, {"cast_as_counter", int_},
  };
  for (const auto& [name, type] : pairs) {
    INFO(name << " " << to_cql(native_type(type)));
    CHECK_THROWS_AS(find(name, {of(type, "null")}), std::runtime_error);
  }
}

}  // namespace cellar
