#include "types/cpp/cpp_value.h"

#include <catch2/catch.hpp>
#include <limits>

#include "types/number/number.h"

using namespace cellar;
using std::chrono::milliseconds;

namespace {

Type native(TypeKind kind) { return native_type(kind); }

template <typename T>
Value bound(const Type& type, const T& value) {
  const BoundValue result = bind_value<T>("m", type, value);
  CHECK_FALSE(result.unset);
  if (result.value) check(type, *result.value);
  return result.value;
}

/// What the value is in CQL, and that it is read again as it was.
template <typename T>
std::string round_trip(const Type& type, const T& value) {
  const Value bytes = bound(type, value);
  CHECK(read_value<T>("c", type, bytes) == value);
  return to_literal(type, bytes);
}

template <typename Action>
std::string refusal_of(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

template <typename T>
std::string refused_read(const Type& type, const Value& value = std::nullopt) {
  return refusal_of([&] { read_value<T>("c", type, value); });
}

template <typename T>
std::string refused_bind(const Type& type, const T& value) {
  return refusal_of([&] { bind_value<T>("m", type, value); });
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("integers are read into what holds them, and bound where they fit") {
  CHECK(round_trip<std::int8_t>(native(TypeKind::tinyint), -128) == "-128");
  CHECK(round_trip<std::int16_t>(native(TypeKind::smallint), 32767) == "32767");
  CHECK(round_trip<std::int32_t>(native(TypeKind::int_), -7) == "-7");
  CHECK(round_trip<std::int64_t>(native(TypeKind::bigint), std::numeric_limits<std::int64_t>::min()) ==
        "-9223372036854775808");
  CHECK(read_value<std::int64_t>("c", native(TypeKind::tinyint), std::string("\xff")) == -1);
  CHECK(bound<std::size_t>(native(TypeKind::tinyint), 127) == Value("\x7f"));
  CHECK(bound<std::uint64_t>(native(TypeKind::varint), std::numeric_limits<std::uint64_t>::max()) ==
        Value(std::string("\0\xff\xff\xff\xff\xff\xff\xff\xff", 9)));
  CHECK(to_literal(native(TypeKind::decimal), bound(native(TypeKind::decimal), -5)) == "-5");

  CHECK(refused_read<std::int32_t>(native(TypeKind::bigint)) ==
        "E522: the column c is bigint and cannot be read as std::int32_t");
  CHECK(refused_bind<int>(native(TypeKind::tinyint), 128) == "E450: 128 does not fit the type tinyint");
  CHECK(refused_bind<int>(native(TypeKind::tinyint), -129) == "E450: -129 does not fit the type tinyint");
  CHECK(refused_bind<std::uint64_t>(native(TypeKind::bigint), std::uint64_t{1} << 63) ==
        "E450: 9223372036854775808 does not fit the type bigint");
  CHECK(refused_bind<int>(native(TypeKind::text), 1) ==
        "E522: the marker m is text and cannot be bound from std::int32_t");
  CHECK(refused_bind<int>(native(TypeKind::double_), 1).starts_with("E522"));
  static_assert(!Readable<unsigned> && Bindable<unsigned> && !Bindable<char> && !Readable<char>);
}

TEST_CASE("floats widen and do not narrow") {
  CHECK(round_trip<float>(native(TypeKind::float_), 1.5F) == "1.5");
  CHECK(round_trip<double>(native(TypeKind::double_), 0.1) == "0.1");
  CHECK(read_value<double>("c", native(TypeKind::float_), encode_float(1.5F)) == 1.5);
  CHECK(bound(native(TypeKind::double_), 1.5F) == encode_double(1.5));
  CHECK(refused_read<float>(native(TypeKind::double_)).starts_with("E522"));
  CHECK(refused_bind(native(TypeKind::float_), 1.5).starts_with("E522"));
}

TEST_CASE("texts are text, or digits, addresses and uuids") {
  CHECK(round_trip<std::string>(native(TypeKind::text), "it's") == "'it''s'");
  CHECK(round_trip<std::string_view>(native(TypeKind::ascii), "") == "''");
  CHECK(round_trip<std::string>(native(TypeKind::decimal), "-12.50") == "-12.50");
  CHECK(round_trip<std::string>(native(TypeKind::varint), "123456789012345678901234567890") ==
        "123456789012345678901234567890");
  CHECK(round_trip<std::string>(native(TypeKind::inet), "2001:db8::1") == "'2001:db8::1'");
  CHECK(round_trip<std::string>(native(TypeKind::uuid), "123e4567-e89b-12d3-a456-426614174000") ==
        "123e4567-e89b-12d3-a456-426614174000");
  CHECK_FALSE(refused_bind<std::string>(native(TypeKind::decimal), "x").empty());
  CHECK_FALSE(refused_bind<std::string>(native(TypeKind::varint), "1.5").empty());
  CHECK_FALSE(refused_bind<std::string>(native(TypeKind::inet), "here").empty());
  CHECK_FALSE(refused_bind<std::string>(native(TypeKind::text), "\xff").empty());
  CHECK(refused_bind<std::string>(native(TypeKind::timestamp), "2024-01-01").starts_with("E522"));
  CHECK(refused_read<std::string>(native(TypeKind::int_)).starts_with("E522"));
  CHECK(refused_read<std::string_view>(native(TypeKind::inet)).starts_with("E522"));
}

TEST_CASE("bytes, uuids and times have types of their own") {
  const std::vector<std::byte> bytes{std::byte{0}, std::byte{0xff}};
  CHECK(round_trip(native(TypeKind::blob), bytes) == "0x00ff");
  CHECK(read_value<std::span<const std::byte>>("c", native(TypeKind::blob), "ab").size() == 2);
  CHECK(refused_read<std::string>(native(TypeKind::blob)).starts_with("E522"));
  CHECK(round_trip(native(TypeKind::boolean), true) == "true");

  const Uuid uuid = Uuid::parse("123e4567-e89b-12d3-a456-426614174000");
  CHECK(uuid.to_string() == "123e4567-e89b-12d3-a456-426614174000");
  CHECK(round_trip(native(TypeKind::timeuuid), uuid) == uuid.to_string());
  CHECK_FALSE(refusal_of([] { Uuid::parse("123"); }).empty());

  CHECK(round_trip(native(TypeKind::timestamp), Milliseconds(milliseconds(1'709'287'200'123))) ==
        "'2024-03-01 10:00:00.123+0000'");
  const std::chrono::system_clock::time_point before_1970(std::chrono::microseconds(-1));
  CHECK(bound(native(TypeKind::timestamp), before_1970) == encode_int64(-1));
  using namespace std::chrono_literals;
  CHECK(round_trip(native(TypeKind::date), std::chrono::sys_days(2024y / 3 / 1)) == "'2024-03-01'");
  CHECK(round_trip(native(TypeKind::date), std::chrono::sys_days(1969y / 12 / 31)) == "'1969-12-31'");
  CHECK(round_trip<std::chrono::nanoseconds>(native(TypeKind::time), 1h + 2ns) == "'01:00:00.000000002'");
  CHECK(refused_bind<std::chrono::nanoseconds>(native(TypeKind::time), 24h).starts_with("E450"));
  const Value duration = bound(native(TypeKind::duration), Duration{1, 2, 3});
  CHECK(to_literal(native(TypeKind::duration), duration) == "1mo2d3ns");
  CHECK(read_value<Duration>("c", native(TypeKind::duration), duration).days == 2);
}

TEST_CASE("null needs an optional, and so does an empty value") {
  const Type integer = native(TypeKind::int_);
  CHECK(read_value<std::optional<int>>("c", integer, std::nullopt) == std::nullopt);
  CHECK(read_value<std::optional<int>>("c", integer, "") == std::nullopt);
  CHECK(read_value<std::optional<int>>("c", integer, encode_int32(4)) == 4);
  CHECK(read_value<std::optional<std::string>>("c", native(TypeKind::text), "") == "");
  CHECK(refused_read<int>(integer) == "E523: the column c is null, and std::int32_t has no null");
  CHECK(refused_read<int>(integer, "").starts_with("E523"));
  CHECK(refused_read<std::optional<bool>>(integer) ==
        "E522: the column c is int and cannot be read as std::optional<bool>");
  CHECK(bound<std::optional<int>>(integer, std::nullopt) == std::nullopt);
  CHECK(bound<std::optional<int>>(integer, 4) == encode_int32(4));
  CHECK(bound(integer, std::nullopt) == std::nullopt);
}

TEST_CASE("collections hold what their types say") {
  const Type texts = list_of(native(TypeKind::text)), numbers = set_of(native(TypeKind::int_));
  CHECK(round_trip(texts, Strings{"b", "a"}) == "['b', 'a']");
  CHECK(round_trip(numbers, std::set<int>{3, 1}) == "{1, 3}");
  CHECK(read_value<std::vector<std::int64_t>>("c", numbers, bound(numbers, std::set<int>{3, 1})) ==
        std::vector<std::int64_t>{1, 3});
  CHECK(read_value<std::unordered_set<int>>("c", numbers, bound(numbers, std::set<int>{3, 1})).size() == 2);
  const Type map = map_of(native(TypeKind::text), texts);
  const std::map<std::string, Strings> value{{"k", {"x", "y"}}, {"l", {}}};
  CHECK(round_trip(map, value) == "{'k': ['x', 'y'], 'l': []}");
  CHECK(round_trip(vector_of(native(TypeKind::float_), 2), std::vector<float>{1, 2}) == "[1.0, 2.0]");
  CHECK(round_trip(list_of(native(TypeKind::boolean)), std::vector<bool>{true, false}) == "[true, false]");

  CHECK(read_value<Strings>("c", texts, std::nullopt).empty());
  CHECK(read_value<std::optional<Strings>>("c", texts, std::nullopt) == std::nullopt);
  CHECK(refused_read<std::set<std::string>>(texts) ==
        "E522: the column c is list<text> and cannot be read as std::set<std::string>");
  CHECK(refused_read<std::vector<int>>(texts).starts_with("E522"));
  CHECK(refused_read<std::map<std::string, int>>(map) ==
        "E522: the column c is map<text, list<text>> and cannot be read as std::map<std::string, "
        "std::int32_t>");
  CHECK(refused_bind(vector_of(native(TypeKind::float_), 2), std::vector<float>{1}) ==
        "E460: a vector<float, 2> is not made of 1 element");
  CHECK(refused_bind(texts, std::vector<std::optional<std::string>>{std::nullopt}).starts_with("E460"));
  CHECK(refused_bind(numbers, std::vector<std::int64_t>{std::int64_t{1} << 32}).starts_with("E450"));
}

TEST_CASE("tuples and user types are tuples of their fields") {
  const Type pair = tuple_of({native(TypeKind::int_), native(TypeKind::text)});
  using Pair = std::tuple<int, std::optional<std::string>>;
  CHECK(round_trip(pair, Pair{5, "five"}) == "(5, 'five')");
  CHECK(round_trip(pair, Pair{5, std::nullopt}) == "(5, null)");
  CHECK(round_trip(list_of(pair), std::vector<Pair>{{1, "a"}}) == "[(1, 'a')]");
  CHECK(read_value<Pair>("c", pair, encode_int32(4) + encode_int32(9)) == Pair{9, std::nullopt});
  CHECK(refused_read<std::tuple<int>>(pair) ==
        "E522: the column c is tuple<int, text> and cannot be read as std::tuple<std::int32_t>");
  CHECK(refused_read<Pair>(pair) ==
        "E523: the column c is null, and std::tuple<std::int32_t, std::optional<std::string>> has no null");
  const Value without_number = pack(pair, std::vector<Value>{std::nullopt, "x"});
  CHECK(refused_read<Pair>(pair, without_number).starts_with("E523"));
  CHECK(usual_cpp_type(pair) == "std::tuple<std::optional<std::int32_t>, std::optional<std::string>>");
  CHECK(usual_cpp_type(map_of(native(TypeKind::uuid), set_of(native(TypeKind::date)))) ==
        "std::map<cellar::Uuid, std::set<std::chrono::sys_days>>");
}

namespace {
struct Temperature {
  double degrees;
};
}  // namespace

template <>
struct cellar::CppType<Temperature> {
  static std::string name() { return "Temperature"; }
  static bool is_read_from(const Type& type) { return type.kind == TypeKind::double_; }
  static Temperature decode(const Type& type, const ValueView& value) {
    return {CppType<double>::decode(type, value)};
  }
  static bool is_bound_to(const Type& type) { return is_read_from(type); }
  static Value encode(const Type& type, const Temperature& value) {
    return CppType<double>::encode(type, value.degrees);
  }
};

TEST_CASE("a type of one's own is read and bound like the others, also within collections") {
  const Type list = list_of(native(TypeKind::double_));
  const Value bytes = bound(list, std::vector<Temperature>{{21.5}});
  CHECK(to_literal(list, bytes) == "[21.5]");
  CHECK(read_value<std::vector<Temperature>>("c", list, bytes).at(0).degrees == 21.5);
}
