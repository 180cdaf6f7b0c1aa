#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "shell/check/expected_value.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/time/time.h"
#include "types/value/value.h"

using namespace cellar;

namespace {

const Type kText = native_type(TypeKind::text);
const Type kInt = native_type(TypeKind::int_);
const Type kDouble = native_type(TypeKind::double_);

}  // namespace

TEST_CASE("scalars are compared as values of their type") {
  CHECK(matches(kInt, encode_int32(7), "7"));
  CHECK_FALSE(matches(kInt, encode_int32(7), "8"));
  CHECK_FALSE(matches(kInt, encode_int32(7), "'7'"));
  CHECK_FALSE(matches(kInt, encode_int32(7), "7 8"));
  CHECK(matches(kDouble, encode_double(1.5), "1.50"));
  CHECK(matches(kDouble, encode_double(2), "2"));
  CHECK(matches(kDouble, encode_double(std::nan("1")), "NaN"));
  CHECK(matches(kDouble, encode_double(-std::numeric_limits<double>::infinity()), "-Infinity"));
  CHECK_FALSE(matches(kDouble, encode_double(0.0), "-0.0"));
  const Type decimal = native_type(TypeKind::decimal);
  CHECK(matches(decimal, encode_decimal({15, 1}), "1.5"));
  CHECK_FALSE(matches(decimal, encode_decimal({15, 1}), "1.50"));
  CHECK(matches(native_type(TypeKind::counter), encode_int64(-3), "-3"));
  CHECK(matches(native_type(TypeKind::boolean), std::string("\1"), "true"));
  CHECK_FALSE(matches(native_type(TypeKind::boolean), std::string("\1", 1), "false"));
  CHECK(matches(native_type(TypeKind::blob), std::string("\xCA\xFE"), "0xcafe"));
  CHECK(matches(native_type(TypeKind::timestamp), encode_int64(1000), "'1970-01-01 00:00:01.000+0000'"));
  CHECK(matches(native_type(TypeKind::timestamp), encode_int64(-99999999999999), "-99999999999999"));
  CHECK(matches(native_type(TypeKind::duration), encode_duration({1, 2, 3}), "1mo2d3ns"));
}

TEST_CASE("null, empty and the empty text differ") {
  CHECK(matches(kInt, std::nullopt, "null"));
  CHECK_FALSE(matches(kInt, std::nullopt, "0"));
  CHECK_FALSE(matches(kInt, encode_int32(0), "null"));
  CHECK(matches(kInt, "", "empty"));
  CHECK_FALSE(matches(kInt, encode_int32(0), "empty"));
  CHECK(matches(kText, "", "''"));
  CHECK_FALSE(matches(kText, std::nullopt, "''"));
  CHECK(matches(kText, "null", "'null'"));
  CHECK(matches(kText, "empty", "'empty'"));
}

TEST_CASE("strings have their escapes") {
  CHECK(matches(kText, "it's\na\\b\r", "'it''s\\na\\\\b\\r'"));
  CHECK_FALSE(matches(kText, "it's", "'its'"));
  CHECK(write_expected(kText, "it's\na\\b\r") == "'it''s\\na\\\\b\\r'");
}

TEST_CASE("nested values are walked part by part") {
  const Type list = list_of(kText);
  const std::vector<Value> two = {"a, b]", "c"};
  CHECK(matches(list, pack(list, two), "['a, b]', 'c']"));
  CHECK_FALSE(matches(list, pack(list, two), "['a, b]']"));
  CHECK_FALSE(matches(list, pack(list, two), "['a, b]', 'c', 'd']"));
  CHECK_FALSE(matches(list, pack(list, two), "{'a, b]', 'c'}"));
  const Type map = map_of(kText, list_of(kDouble, true));
  const std::vector<Value> pairs = {"k", pack(map.arguments[1], std::vector<Value>{encode_double(1.5)})};
  CHECK(matches(map, pack(map, pairs), "{'k': [1.50]}"));
  CHECK_FALSE(matches(map, pack(map, pairs), "{'k': [1.51]}"));
  CHECK_FALSE(matches(map, pack(map, pairs), "{'l': [1.50]}"));
  const Type tuple = tuple_of({kInt, kText});
  CHECK(matches(tuple, pack(tuple, std::vector<Value>{encode_int32(1), std::nullopt}), "(1, null)"));
  CHECK_FALSE(matches(tuple, pack(tuple, std::vector<Value>{encode_int32(1), std::nullopt}), "(1)"));
  const Type vector = vector_of(native_type(TypeKind::float_), 2);
  CHECK(
      matches(vector, pack(vector, std::vector<Value>{encode_float(1.5F), encode_float(-2)}), "[1.5, -2.0]"));
}

TEST_CASE("fields of user types come in their order, with their names") {
  Type user;
  user.kind = TypeKind::user;
  user.field_names = {"street", "No"};
  user.arguments = {kText, kInt};
  const std::string bytes = pack(user, std::vector<Value>{"x", encode_int32(3)});
  CHECK(matches(user, bytes, "{street: 'x', No: 3}"));
  CHECK(matches(user, bytes, "{street: 'x', \"No\": 3}"));
  CHECK_FALSE(matches(user, bytes, "{No: 3, street: 'x'}"));
  CHECK_FALSE(matches(user, bytes, "{street: 'x', No: null}"));
}
