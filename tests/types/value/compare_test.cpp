#include <catch2/catch.hpp>

#include "types/number/number.h"
#include "types/text/hex.h"
#include "values.h"

namespace cellar {

namespace {

using enum TypeKind;

// Every pair of an ascending list, both ways.
void walk(const Type& type, const std::vector<std::string>& ascending) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      CAPTURE(to_cql(type), to_hex(ascending[i]), to_hex(ascending[j]));
      const int order = compare(type, ascending[i], ascending[j]);
      CHECK((i < j ? order < 0 : i > j ? order > 0 : order == 0));
    }
  }
}

void walk_literals(TypeKind kind, std::initializer_list<const char*> ascending) {
  std::vector<std::string> values;
  if (kind != text && kind != blob) values.emplace_back();
  for (const char* literal : ascending) values.push_back(encode(kind, literal));
  walk(native_type(kind), values);
}

std::string fields(const Type& type, std::vector<Value> elements) { return pack(type, elements); }

}  // namespace

TEST_CASE("numbers are ordered by value") {
  walk(native_type(tinyint), {encode_int8(-128), encode_int8(-1), encode_int8(0), encode_int8(127)});
  walk(native_type(smallint), {encode_int16(-32768), encode_int16(-1), encode_int16(0), encode_int16(32767)});
  walk_literals(int_, {"-2147483648", "-1", "0", "1", "2147483647"});
  walk_literals(bigint, {"-9223372036854775808", "-1", "0", "1", "9223372036854775807"});
  walk_literals(timestamp, {"-9223372036854775808", "-1", "0", "2024-01-01", "9223372036854775807"});
  walk_literals(varint,
                {"-18446744073709551616", "-9223372036854775808", "-256", "-255", "-129", "-128", "-1", "0",
                 "1", "127", "128", "255", "256", "9223372036854775808", "18446744073709551616"});
  walk_literals(decimal,
                {"-1e10", "-1.5", "-0.001", "0.0", "1e-30", "1.0", "9.99", "10.0", "1e3", "99999.0"});
  CHECK(compare(native_type(decimal), encode(decimal, "1.0"), encode(decimal, "1.00")) == 0);
  CHECK(compare(native_type(varint), bytes_of("0001"), bytes_of("01")) == 0);
  CHECK(compare(native_type(varint), bytes_of("ffff"), bytes_of("ff")) == 0);
  CHECK(compare(native_type(varint), bytes_of("ffff80"), bytes_of("0000")) < 0);
}

TEST_CASE("floats put minus zero before zero and NaN last") {
  for (const TypeKind kind : {float_, double_}) {
    walk_literals(kind,
                  {"-Infinity", "-1.5", "-1e-30", "-0.0", "0.0", "1e-30", "1.5", "3e38", "Infinity", "NaN"});
  }
  CHECK(compare(native_type(float_), bytes_of("ffc00000"), bytes_of("7fc00001")) == 0);
  CHECK(compare(native_type(double_), bytes_of("fff0000000000001"), bytes_of("7ff0000000000000")) > 0);
}

TEST_CASE("text, blobs, dates, times and addresses are ordered by unsigned bytes") {
  walk_literals(text, {"", "A", "a", "aa", "b", "é", "中", "￮", "😀"});
  walk_literals(blob, {"0x", "0x00", "0x0000", "0x7f", "0x7f00", "0x80", "0xff"});
  walk_literals(inet, {"0.0.0.0", "::", "9.255.255.255", "10.0.0.0", "a00::", "200.1.1.1", "ff02::1"});
  walk(native_type(date), {encode(date, "0"), encode(date, "1582-10-10"), encode(date, "1969-12-31"),
                           encode(date, "1970-01-01"), encode(date, "4294967295")});
  walk(native_type(time),
       {encode(time, "00:00:00"), encode(time, "09:59:59.999999999"), encode(time, "23:00:00")});
  walk(native_type(boolean), {"", std::string(1, '\0'), "\1"});
  CHECK(compare(native_type(boolean), "\1", "\2") == 0);
}

TEST_CASE("uuids are ordered by version, then by time or bytes") {
  walk_literals(uuid, {"00000000-0000-0000-0000-000000000000", "ffffffff-0000-1000-8000-000000000000",
                       "00000001-0000-1001-8000-000000000000", "00000001-0000-1001-ff00-000000000000",
                       "ffffffff-ffff-1fff-8000-000000000000", "00000000-0000-4000-8000-000000000000",
                       "7f000000-0000-4000-8000-000000000000", "80000000-0000-4000-8000-000000000000",
                       "00000000-0000-7000-8000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"});
  walk_literals(timeuuid, {"ffffffff-0000-1000-8000-000000000000", "00000000-0001-1000-8000-000000000000",
                           "00000000-0000-1001-8000-000000000000", "13814000-1dd2-11b2-8080-808080808080",
                           "13814000-1dd2-11b2-ffff-ffffffffffff", "13814000-1dd2-11b2-0000-000000000000",
                           "13814000-1dd2-11b2-7f7f-7f7f7f7f7f7f", "00000000-0000-1fff-8000-000000000000"});
}

TEST_CASE("collections are ordered element by element, then the shorter first") {
  const Type numbers = list_of(native_type(int_), true);
  const auto list = [&](std::vector<int> elements) {
    std::vector<Value> values;
    for (const int element : elements) values.emplace_back(encode_int32(element));
    return pack(numbers, values);
  };
  walk(numbers, {list({}), list({-1, 9}), list({1}), list({1, -5}), list({1, 2}), list({2})});
  const Type map = map_of(native_type(text), native_type(int_), true);
  const auto one = encode_int32(1);
  const auto two = encode_int32(2);
  walk(map, {fields(map, {}), fields(map, {"a", one}), fields(map, {"a", one, "b", one}),
             fields(map, {"a", two}), fields(map, {"b", one})});
  const Type vector = vector_of(native_type(int_), 2);
  walk(vector,
       {fields(vector, {encode_int32(-1), one}), fields(vector, {one, one}), fields(vector, {one, two})});
}

TEST_CASE("tuples are ordered field by field, null first") {
  const Type type = tuple_of({native_type(int_), native_type(text)});
  const auto one = encode_int32(1);
  walk(type, {"", fields(type, {std::nullopt, std::nullopt}), fields(type, {std::nullopt, "a"}),
              fields(type, {one}), fields(type, {one, ""}), fields(type, {one, "a"}),
              fields(type, {encode_int32(2), std::nullopt})});
  CHECK(compare(type, fields(type, {one}), fields(type, {one, std::nullopt})) == 0);
}

}  // namespace cellar
