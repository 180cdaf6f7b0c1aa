#include <algorithm>
#include <functional>

#include "storage/format/component.h"
#include "store_fixture.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/time/time.h"
#include "types/value/value.h"

namespace cellar::test {

namespace {

using Values = std::vector<std::string>;

int sign(int number) { return (number > 0) - (number < 0); }

std::string encoded(const Type& type, const std::string& value, bool descending = false) {
  std::string out;
  if (descending) {
    append_descending_component(type, value, out);
  } else {
    append_component(type, value, out);
  }
  return out;
}

std::string decoded(const Type& type, const std::string& component, bool descending) {
  ComponentReader reader(component);
  reader.set_descending(descending);
  const Value read = read_component(type, reader);
  CHECK(reader.position() == component.size());
  std::string_view rest = component;
  std::string value = "of another size";
  ComponentForm(type, descending).read(rest, value);
  CHECK(rest.empty());
  CHECK(read == value);
  ComponentReader skipper(component);
  skipper.set_descending(descending);
  skip_component(type, skipper);
  CHECK(skipper.position() == component.size());
  return value;
}

bool is_in_order(const Type& type, const std::string& left, const std::string& right) {
  const int wanted = sign(compare(type, left, right));
  const std::string first = encoded(type, left);
  const std::string second = encoded(type, right);
  const std::string first_down = encoded(type, left, true);
  const std::string second_down = encoded(type, right, true);
  return sign(first.compare(second)) == wanted && sign(first_down.compare(second_down)) == -wanted &&
         (wanted == 0 || (!first.starts_with(second) && !first_down.starts_with(second_down)));
}

void check_pair(const Type& type, const std::string& left, const std::string& right) {
  if (is_in_order(type, left, right)) return;
  FAIL_CHECK(to_cql(type) << " " << to_literal(type, left) << " and " << to_literal(type, right));
}

/// Every pair in the type's own order, in both directions; every value comes back.
void walk(const Type& type, const Values& values) {
  for (const std::string& left : values) {
    for (const std::string& right : values) check_pair(type, left, right);
    for (const bool descending : {false, true}) {
      const std::string component = encoded(type, left, descending);
      CHECK(component[0] != '\0');
      CHECK(component[0] != '\xFF');
      const std::string back = decoded(type, component, descending);
      CHECK(compare(type, back, left) == 0);
      std::string out;
      if (append_component(type, left, out)) CHECK(back == left);
    }
  }
}

Values integers(const std::function<std::string(std::int64_t)>& encode, std::int64_t lowest,
                std::int64_t highest) {
  Values values{""};
  for (const std::int64_t number :
       {lowest, lowest + 1, std::int64_t{-256}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
        std::int64_t{127}, std::int64_t{255}, highest - 1, highest}) {
    if (number >= lowest && number <= highest) values.push_back(encode(number));
  }
  return values;
}

Values texts() {
  using std::string;
  return {"",
          "a",
          "aa",
          "ab",
          "b",
          string("\0", 1),
          string("\0\0", 2),
          string("\0\1", 2),
          string("a\0", 2),
          string("a\0b", 3),
          "a\x01",
          "a\x7f",
          "\x7f",
          string(1000, 'a'),
          string(1000, 'a') + "b"};
}

Values blobs() {
  Values values = texts();
  for (const char* more : {"\xff", "\xff\xff", "\xfe", "\xff\x01", "\x80", "a\xff"}) values.push_back(more);
  values.push_back(std::string("\0\xff", 2));
  values.push_back(std::string("\xff\0", 2));
  return values;
}

std::string from_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

Values uuids() {
  Values values{""};
  for (const char* digits : {"00000000000010008000000000000000", "00000000000011008000000000000000",
                             "ffffffff000010008000000000000000", "00000001000010008000000000000000",
                             "000000000001100080000000000000ff", "ffffffffffff1fffffffffffffffffff",
                             "00000000000010000000000000000000", "0000000000001000007f00000000007f",
                             "00000000000010007f80000000000080", "0000000000001000ff00000000000000"}) {
    values.push_back(from_hex(digits));
  }
  return values;
}

Values all_uuids() {
  Values values = uuids();
  for (const char* digits : {"00000000000040008000000000000000", "00000000000040ff8000000000000000",
                             "ffffffffffff4fffbfffffffffffffff", "80000000000040008000000000000000",
                             "7fffffff000040008000000000000001", "00000000000020008000000000000000",
                             "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
                             "0000000000007000ff00000000000000"}) {
    values.push_back(from_hex(digits));
  }
  return values;
}

Values varints() {
  Values values{""};
  for (const char* digits :
       {"0", "1", "127", "128", "255", "256", "32767", "32768", "65535", "9223372036854775807",
        "9223372036854775808", "340282366920938463463374607431768211456"}) {
    values.push_back(encode_varint(BigInteger(digits)));
    values.push_back(encode_varint(-BigInteger(digits)));
  }
  for (const unsigned bits : {767U, 768U, 769U, 775U, 776U, 100'000U}) {  // around 96 bytes, and far above
    const BigInteger large = BigInteger(1) << bits;
    for (const BigInteger& number : {large, BigInteger(large - 1), BigInteger(large + 1)}) {
      values.push_back(encode_varint(number));
      values.push_back(encode_varint(-number));
    }
  }
  values.push_back(from_hex("0001"));    // longer than it has to be
  values.push_back(from_hex("ffff80"));  // the same
  return values;
}

Values decimals() {
  Values values{""};
  for (const char* text : {"0",
                           "0.00",
                           "0E+10",
                           "1",
                           "1.0",
                           "1.00",
                           "10",
                           "1E+1",
                           "100",
                           "0.1",
                           "0.10",
                           "0.01",
                           "0.09",
                           "0.099",
                           "12.5",
                           "12.50",
                           "12.51",
                           "125",
                           "99",
                           "99.9",
                           "9.99",
                           "100.1",
                           "1E+100",
                           "1E-100",
                           "1.5E+2147483600",
                           "1.5E-2147483600",
                           "123456789012345678901234567890.123456789",
                           "123456789012345678901234567890.12345678901"}) {
    values.push_back(encode_decimal(parse_decimal(text)));
    values.push_back(encode_decimal(parse_decimal("-" + std::string(text))));
  }
  return values;
}

template <class Number>
Values floats(std::string (*encode)(Number)) {
  using Limits = std::numeric_limits<Number>;
  Values values{""};
  for (const Number number : {Number{0}, Limits::denorm_min(), Limits::min(), Number{1}, Number{1.5},
                              Number{2}, Limits::max(), Limits::infinity()}) {
    values.push_back(encode(number));
    values.push_back(encode(-number));
  }
  values.push_back(encode(Limits::quiet_NaN()));
  values.push_back(encode(-Limits::quiet_NaN()));
  return values;
}

Values lists_of(const Type& type, const Values& elements) {
  Values values{pack(type, {})};
  for (const std::string& first : elements) {
    values.push_back(pack(type, std::vector<Value>{first}));
    for (const std::string& second : elements)
      values.push_back(pack(type, std::vector<Value>{first, second}));
  }
  return values;
}

}  // namespace

TEST_CASE("components of whole numbers are in order") {
  const auto tiny = [](std::int64_t number) { return encode_int8(static_cast<std::int8_t>(number)); };
  const auto small = [](std::int64_t number) { return encode_int16(static_cast<std::int16_t>(number)); };
  const auto normal = [](std::int64_t number) { return encode_int32(static_cast<std::int32_t>(number)); };
  const auto not_empty = [](std::vector<std::string> values) {  // for types that have no empty value
    std::erase(values, "");
    return values;
  };
  walk(native_type(TypeKind::tinyint), integers(tiny, INT8_MIN, INT8_MAX));
  walk(native_type(TypeKind::smallint), not_empty(integers(small, INT16_MIN, INT16_MAX)));
  walk(native_type(TypeKind::int_), integers(normal, INT32_MIN, INT32_MAX));
  walk(native_type(TypeKind::bigint), integers(encode_int64, INT64_MIN, INT64_MAX));
  walk(native_type(TypeKind::timestamp), integers(encode_int64, INT64_MIN, INT64_MAX));
  walk(native_type(TypeKind::time), not_empty(integers(encode_int64, 0, 86'399'999'999'999)));
  walk(native_type(TypeKind::date), not_empty(integers(normal, INT32_MIN, INT32_MAX)));
  walk(native_type(TypeKind::boolean), {"", std::string(1, '\0'), "\x01"});
}

TEST_CASE("components of numbers of any size are in order") {
  walk(native_type(TypeKind::varint), varints());
  walk(native_type(TypeKind::decimal), decimals());
  walk(native_type(TypeKind::float_), floats(encode_float));
  walk(native_type(TypeKind::double_), floats(encode_double));
}

TEST_CASE("components of texts and bytes are in order") {
  walk(native_type(TypeKind::text), texts());
  walk(native_type(TypeKind::ascii), texts());
  walk(native_type(TypeKind::blob), blobs());
  walk(native_type(TypeKind::inet),
       {"", from_hex("00000000"), from_hex("01020304"), from_hex("ffffffff"), from_hex("7f000001"),
        from_hex("01020304000000000000000000000000"), from_hex("00000000000000000000000000000000"),
        from_hex("ffffffffffffffffffffffffffffffff")});
}

TEST_CASE("components of uuids are in order") {
  walk(native_type(TypeKind::uuid), all_uuids());
  walk(native_type(TypeKind::timeuuid), uuids());
}

TEST_CASE("components of frozen collections are in order") {
  const Type ints = list_of(native_type(TypeKind::int_), true);
  walk(ints, lists_of(ints, {"", int_bytes(-1), int_bytes(0), int_bytes(7)}));
  const Type words = set_of(native_type(TypeKind::text), true);
  walk(words, lists_of(words, {"", "a", "ab", std::string("a\0", 2), "b"}));
  const Type map = map_of(native_type(TypeKind::text), native_type(TypeKind::int_), true);
  Values maps{pack(map, {})};
  for (const char* key : {"", "a", "ab"}) {
    for (const int number : {-1, 0, 1}) {
      maps.push_back(pack(map, std::vector<Value>{key, int_bytes(number)}));
      maps.push_back(pack(map, std::vector<Value>{key, int_bytes(number), "b", int_bytes(2)}));
    }
  }
  walk(map, maps);
  const Type nested = list_of(freeze(list_of(native_type(TypeKind::decimal))), true);
  const Type inner = nested.arguments[0];
  const std::string one = encode_decimal(parse_decimal("1.0"));
  const std::string same = encode_decimal(parse_decimal("1.00"));
  walk(nested, lists_of(nested, {pack(inner, {}), pack(inner, std::vector<Value>{one}),
                                 pack(inner, std::vector<Value>{same})}));
}

TEST_CASE("components of tuples, user types and vectors are in order") {
  const Type tuple = tuple_of({native_type(TypeKind::int_), native_type(TypeKind::text)});
  const std::vector<Value> firsts{std::nullopt, "", int_bytes(-1), int_bytes(1)};
  const std::vector<Value> seconds{std::nullopt, "", "a", "ab"};
  Values values;
  for (const Value& first : firsts) {
    values.push_back(pack(tuple, std::vector<Value>{first}));
    for (const Value& second : seconds) values.push_back(pack(tuple, std::vector<Value>{first, second}));
  }
  walk(tuple, values);
  Type user = tuple;
  user.kind = TypeKind::user;
  user.frozen = true;
  user.name = "u";
  user.field_names = {"x", "y"};
  walk(user, values);
  for (const TypeKind kind : {TypeKind::float_, TypeKind::text}) {
    const Type vector = vector_of(native_type(kind), 2);
    Values vectors;
    const Values elements = kind == TypeKind::text ? Values{"", "a", "ab", "b"}
                                                   : Values{encode_float(-1), encode_float(-0.0F),
                                                            encode_float(0), encode_float(2)};
    for (const std::string& first : elements) {
      for (const std::string& second : elements)
        vectors.push_back(pack(vector, std::vector<Value>{first, second}));
    }
    walk(vector, vectors);
  }
}

TEST_CASE("a component that is one form of several says so") {
  std::string out;
  CHECK(append_component(native_type(TypeKind::decimal), encode_decimal(parse_decimal("1.5")), out));
  CHECK_FALSE(append_component(native_type(TypeKind::decimal), encode_decimal(parse_decimal("1.50")), out));
  CHECK(append_component(native_type(TypeKind::varint), encode_varint(200), out));
  CHECK_FALSE(append_component(native_type(TypeKind::varint), from_hex("0001"), out));
  const Type tuple = tuple_of({native_type(TypeKind::int_), native_type(TypeKind::text)});
  const std::string short_one = int_bytes(4) + int_bytes(7);  // one field, the other left out
  CHECK(append_component(tuple, short_one, out));
  CHECK_FALSE(append_component(tuple, pack(tuple, std::vector<Value>{int_bytes(7), std::nullopt}), out));
}

TEST_CASE("components stand as the format says") {
  CHECK(encoded(native_type(TypeKind::text), "ab") == from_hex("0361620001"));
  CHECK(encoded(native_type(TypeKind::int_), int_bytes(5), true) == from_hex("fc7ffffffa"));
  CHECK(encoded(native_type(TypeKind::decimal), encode_decimal(parse_decimal("12.5"))) == from_hex("03038102"
                                                                                                   "0d3300"));
  CHECK(encoded(native_type(TypeKind::varint), encode_varint(-1)) == from_hex("037eff"));
  CHECK(encoded(native_type(TypeKind::int_), "") == from_hex("02"));
}

}  // namespace cellar::test
