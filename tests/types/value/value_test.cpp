#include "types/value/value.h"

#include <catch2/catch.hpp>

#include "types/number/number.h"
#include "types/text/hex.h"
#include "values.h"

namespace cellar {

namespace {

using enum TypeKind;

const Type kInt = native_type(int_);
const Type kText = native_type(text);

Value number(std::int32_t value) { return encode_int32(value); }

std::string packed(const Type& type, std::vector<Value> elements) { return pack(type, elements); }

Type address_type() {
  Type type;
  type.kind = user;
  type.name = "addr";
  type.field_names = {"street", "No"};
  type.arguments = {kText, kInt};
  type.frozen = true;
  return type;
}

std::string refused_bytes(const Type& type, std::string_view hex) {
  return refused([&] { check(type, bytes_of(hex)); });
}

std::vector<std::optional<std::string_view>> views(
    std::initializer_list<std::optional<std::string_view>> list) {
  return list;
}

}  // namespace

TEST_CASE("collections are packed with counts and lengths") {
  const std::string bytes = packed(list_of(kInt), {number(1), number(2)});
  CHECK(to_hex(bytes) ==
        "00000002"
        "00000004"
        "00000001"
        "00000004"
        "00000002");
  const auto elements = unpack(list_of(kInt), bytes);
  REQUIRE(elements.size() == 2);
  CHECK(decode_integer(*elements[1]) == 2);
  const Type map = map_of(kText, kInt);
  CHECK(to_hex(packed(map, {"a", number(1)})) ==
        "00000001"
        "00000001"
        "61"
        "00000004"
        "00000001");
  CHECK(unpack(map, packed(map, {"a", number(1)})).size() == 2);
  CHECK(to_hex(packed(set_of(kInt), {})) == "00000000");
}

TEST_CASE("tuples may be short and hold null") {
  const Type type = tuple_of({kInt, kText, kText});
  CHECK(to_hex(packed(type, {number(1), std::nullopt, ""})) ==
        "0000000400000001"
        "ffffffff"
        "00000000");
  CHECK(unpack(type, packed(type, {std::nullopt, "x"})) == views({std::nullopt, "x", std::nullopt}));
  CHECK(unpack(type, "").size() == 3);
}

TEST_CASE("vectors hold elements of fixed length without lengths") {
  CHECK(to_hex(packed(vector_of(kInt, 2), {number(1), number(2)})) == "0000000100000002");
  const Type texts = vector_of(kText, 2);
  CHECK(to_hex(packed(texts, {"ab", ""})) ==
        "02"
        "6162"
        "00");
  CHECK(unpack(texts, packed(texts, {"ab", ""})) == views({"ab", ""}));
  const Type tiny = vector_of(native_type(tinyint), 2);
  CHECK(to_hex(packed(tiny, {encode_int8(1), encode_int8(2)})) == "01010102");
  const Type nested = vector_of(vector_of(kInt, 2), 2);
  CHECK(unpack(nested, bytes_of("00000001000000020000000300000004")).size() == 2);
  CHECK(refused([] { packed(vector_of(kInt, 1), {""}); }) == "bytes_malformed");
}

TEST_CASE("bytes that have not the structure are refused") {
  CHECK(refused_bytes(list_of(kInt), "") == "bytes_malformed");
  CHECK(refused_bytes(list_of(kInt), "7fffffff") == "bytes_malformed");
  CHECK(refused_bytes(list_of(kInt), "ffffffff") == "bytes_malformed");
  CHECK(refused_bytes(list_of(kInt),
                      "000000010000000400000001"
                      "00") == "bytes_malformed");
  CHECK(refused_bytes(list_of(kInt), "0000000100000004000001") == "bytes_malformed");
  CHECK(refused_bytes(list_of(kInt),
                      "00000001"
                      "ffffffff") == "null_in_collection");
  CHECK(refused_bytes(list_of(kInt),
                      "00000001"
                      "00000003"
                      "000001") == "bytes_length");
  CHECK(refused_bytes(tuple_of({kInt}),
                      "0000000400000001"
                      "00") == "bytes_malformed");
  CHECK(refused_bytes(tuple_of({kInt}), "ffffffff") == "");
  CHECK(refused_bytes(tuple_of({kInt}), "") == "");
  CHECK(refused_bytes(vector_of(kInt, 2), "") == "bytes_malformed");
  CHECK(refused_bytes(vector_of(kInt, 2), "000000010000000200") == "bytes_malformed");
  CHECK(refused_bytes(vector_of(kText, 1), "ff0000000000000000") == "");
  CHECK(refused_bytes(vector_of(kText, 1), "ffffffffffffffffff") == "bytes_malformed");
}

TEST_CASE("scalars are checked for their size and content") {
  for (const TypeKind kind : {ascii, bigint, blob, boolean, counter, decimal, double_, float_, inet, int_,
                              text, timestamp, timeuuid, uuid, varint}) {
    CHECK(refused_bytes(native_type(kind), "") == "");
  }
  for (const TypeKind kind : {tinyint, smallint, date, time}) {
    CHECK(refused_bytes(native_type(kind), "") == "bytes_length");
  }
  CHECK(refused_bytes(native_type(duration), "") == "bytes_malformed");
  CHECK(refused_bytes(kInt, "000001") == "bytes_length");
  CHECK(refused_bytes(native_type(bigint), "00000001") == "bytes_length");
  CHECK(refused_bytes(native_type(boolean), "02") == "");
  CHECK(refused_bytes(native_type(boolean), "0000") == "bytes_length");
  CHECK(refused_bytes(native_type(inet), "01020304") == "");
  CHECK(refused_bytes(native_type(inet), "0102030405") == "inet_length");
  CHECK(refused_bytes(native_type(decimal), "00000000") == "decimal_length");
  CHECK(refused_bytes(native_type(time), "00004e94914f0000") == "");
  CHECK(refused_bytes(native_type(time), "00004e94914effff") == "");
  CHECK(refused_bytes(native_type(time), "ffffffffffffffff") == "");
  CHECK(refused_bytes(native_type(duration), "020400") == "");
  CHECK(refused_bytes(native_type(duration), "020300") == "bytes_malformed");
  CHECK(refused_bytes(native_type(duration), "0204") == "bytes_malformed");
  CHECK(refused_bytes(native_type(duration), "f1000000000000") == "bytes_malformed");
  CHECK(refused_bytes(native_type(ascii), "80") == "not_ascii");
  CHECK(refused_bytes(kText, "c3") == "not_utf8");
  CHECK(refused_bytes(native_type(timeuuid), "550e8400e29b41d4a716446655440000") == "not_a_timeuuid");
  CHECK(refused_bytes(native_type(uuid), "550e8400e29b41d4a716446655440000") == "");
}

TEST_CASE("sets are sorted and lose doubles, of a map's doubles the last stays") {
  std::vector<Value> elements = {number(3), number(-1), number(3), number(2)};
  sort_elements(set_of(kInt), elements);
  CHECK(elements == std::vector<Value>{number(-1), number(2), number(3)});
  std::vector<Value> pairs = {"b", number(1), "a", number(2), "b", number(3)};
  sort_elements(map_of(kText, kInt), pairs);
  CHECK(pairs == std::vector<Value>{"a", number(2), "b", number(3)});
  std::vector<Value> none;
  sort_elements(set_of(kInt), none);
  CHECK(none.empty());
}

TEST_CASE("values are written as literals") {
  CHECK(to_literal(kInt, std::nullopt) == "null");
  CHECK(to_literal(kInt, "") == "empty");
  CHECK(to_literal(kText, "") == "''");
  CHECK(to_literal(native_type(timestamp), "") == "empty");
  CHECK(to_literal(list_of(kText), packed(list_of(kText), {"", "it's"})) == "['', 'it''s']");
  CHECK(to_literal(set_of(kInt), packed(set_of(kInt), {"", number(1)})) == "{empty, 1}");
  CHECK(to_literal(map_of(kInt, kText), packed(map_of(kInt, kText), {number(1), "a", number(2), "b"})) ==
        "{1: 'a', 2: 'b'}");
  CHECK(to_literal(tuple_of({kInt, kText}), packed(tuple_of({kInt, kText}), {number(1)})) == "(1, null)");
  CHECK(to_literal(address_type(), packed(address_type(), {"High", number(7)})) ==
        "{street: 'High', \"No\": 7}");
  CHECK(to_literal(vector_of(kInt, 2), packed(vector_of(kInt, 2), {number(1), number(2)})) == "[1, 2]");
  CHECK(to_literal(list_of(kInt), packed(list_of(kInt), {})) == "[]");
}

TEST_CASE("values are shown as cqlsh shows them") {
  const auto shown = [](TypeKind kind, const char* literal) {
    return to_display(native_type(kind), encode(kind, literal));
  };
  CHECK(to_display(kInt, std::nullopt) == "null");
  CHECK(to_display(kInt, "") == "");
  CHECK(shown(text, "it's\n") == "it's\\n");
  CHECK(shown(boolean, "true") == "True");
  CHECK(shown(timestamp, "2011-02-03 04:05:00") == "2011-02-03 04:05:00.000000+0000");
  CHECK(shown(timestamp, "253402300800000") == "253402300800000");
  CHECK(shown(date, "2011-02-03") == "2011-02-03");
  CHECK(shown(date, "0") == "-2147483648");
  CHECK(shown(time, "8:1:2") == "08:01:02.000000000");
  CHECK(shown(inet, "::1") == "::1");
  CHECK(shown(decimal, "1e3") == "1E+3");
  CHECK(shown(double_, "0.1") == "0.1");
  CHECK(shown(double_, "3.14159265") == "3.14159");
  CHECK(shown(double_, "123456.789") == "1.2346e+05");
  CHECK(shown(double_, "12345.678") == "12345.678");
  CHECK(shown(double_, "1e-10") == "1e-10");
  CHECK(shown(double_, "0.0") == "0");
  CHECK(shown(double_, "-0.0") == "-0");
  CHECK(shown(double_, "1e20") == "1e+20");
  CHECK(shown(double_, "NaN") == "NaN");
  CHECK(shown(float_, "16777217.0") == "1.6777e+07");
  CHECK(shown(blob, "0xff") == "0xff");
  CHECK(to_display(list_of(kText), packed(list_of(kText), {"", "it's"})) == "['', 'it''s']");
  const Type days = list_of(native_type(timestamp));
  CHECK(to_display(days, packed(days, {encode_int64(0)})) == "['1970-01-01 00:00:00.000000+0000']");
  CHECK(to_display(address_type(), packed(address_type(), {std::nullopt, number(7)})) ==
        "{street: null, \"No\": 7}");
  Type named = address_type();
  named.field_names[0] = "a\x1b[31m";
  CHECK(to_display(named, packed(named, {std::nullopt, number(7)})) == "{\"a\\x1b[31m\": null, \"No\": 7}");
  CHECK(to_literal(named, packed(named, {std::nullopt, number(7)})) == "{\"a\x1b[31m\": null, \"No\": 7}");
}

}  // namespace cellar
