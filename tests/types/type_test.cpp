#include "types/type.h"

#include <catch2/catch.hpp>

namespace cellar {

namespace {

Type address() {
  Type type;
  type.kind = TypeKind::user;
  type.keyspace = "shop";
  type.name = "Addr";
  type.field_names = {"street", "numbers"};
  type.arguments = {native_type(TypeKind::text), list_of(native_type(TypeKind::int_))};
  return type;
}

}  // namespace

TEST_CASE("a type is written in CQL") {
  const Type int_type = native_type(TypeKind::int_);
  const Type text_type = native_type(TypeKind::text);
  CHECK(to_cql(list_of(int_type)) == "list<int>");
  CHECK(to_cql(map_of(text_type, list_of(int_type, true))) == "map<text, frozen<list<int>>>");
  CHECK(to_cql(map_of(text_type, list_of(int_type), true)) == "frozen<map<text, list<int>>>");
  CHECK(to_cql(tuple_of({int_type, list_of(text_type)})) == "tuple<int, list<text>>");
  CHECK(to_cql(vector_of(native_type(TypeKind::float_), 3)) == "vector<float, 3>");
  CHECK(to_cql(address()) == "\"Addr\"");
  CHECK(to_cql(freeze(address())) == "frozen<\"Addr\">");
  CHECK(to_cql(set_of(freeze(address()))) == "set<frozen<\"Addr\">>");
}

TEST_CASE("schema tables say frozen at every frozen part") {
  const Type int_type = native_type(TypeKind::int_);
  CHECK(to_schema_cql(map_of(int_type, list_of(int_type), true)) == "frozen<map<int, frozen<list<int>>>>");
  CHECK(to_schema_cql(tuple_of({int_type, list_of(int_type)})) == "frozen<tuple<int, frozen<list<int>>>>");
  CHECK(to_schema_cql(list_of(vector_of(int_type, 2))) == "list<vector<int, 2>>");
}

TEST_CASE("freezing reaches the parts") {
  const Type frozen = freeze(address());
  CHECK(frozen.frozen);
  CHECK(frozen.arguments[1].frozen);
  CHECK_FALSE(frozen.arguments[0].frozen);
  CHECK_FALSE(is_multicell(frozen));
  CHECK(is_multicell(address()));
  CHECK(is_multicell(set_of(native_type(TypeKind::int_))));
  CHECK_FALSE(is_multicell(tuple_of({native_type(TypeKind::int_)})));
  CHECK(tuple_of({list_of(native_type(TypeKind::int_))}).arguments[0].frozen);
}

TEST_CASE("names of native types") {
  CHECK(native_kind("varchar") == TypeKind::text);
  CHECK(native_kind("BigInt") == TypeKind::bigint);
  CHECK_FALSE(native_kind("list"));
  CHECK_FALSE(native_kind("string"));
  CHECK(contains_kind(map_of(native_type(TypeKind::int_), list_of(native_type(TypeKind::counter), true)),
                      TypeKind::counter));
  CHECK_FALSE(contains_kind(address(), TypeKind::counter));
}

TEST_CASE("names are quoted where CQL needs it") {
  CHECK(quote_name("street") == "street");
  CHECK(quote_name("a_1") == "a_1");
  CHECK(quote_name("Street") == "\"Street\"");
  CHECK(quote_name("select") == "\"select\"");
  CHECK(quote_name("key") == "key");
  CHECK(quote_name("1a") == "\"1a\"");
  CHECK(quote_name("_a") == "\"_a\"");
  CHECK(quote_name("a\"b") == "\"a\"\"b\"");
  CHECK(quote_name("") == "\"\"");
  CHECK(is_reserved_word("Where"));
  CHECK(is_reserved_word("infinity"));
  CHECK_FALSE(is_reserved_word("values"));
}

}  // namespace cellar
