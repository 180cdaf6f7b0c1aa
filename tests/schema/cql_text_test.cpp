#include "schema/cql_text.h"

#include <catch2/catch.hpp>

using namespace cellar;

namespace {

Column column(std::string name, Type type, ColumnKind kind, bool descending = false) {
  Column result;
  result.name = std::move(name);
  result.type = std::move(type);
  result.kind = kind;
  result.descending = descending;
  return result;
}

Table wide_table() {
  Table table;
  table.keyspace = "app";
  table.name = "Wide";
  table.columns = {column("a", native_type(TypeKind::int_), ColumnKind::partition_key),
                   column("b", native_type(TypeKind::text), ColumnKind::partition_key),
                   column("c", native_type(TypeKind::timeuuid), ColumnKind::clustering, true),
                   column("d", native_type(TypeKind::decimal), ColumnKind::clustering),
                   column("s", native_type(TypeKind::text), ColumnKind::static_),
                   column("l", list_of(native_type(TypeKind::int_)), ColumnKind::regular),
                   column("select", native_type(TypeKind::int_), ColumnKind::regular)};
  table.partition_key_size = 2;
  table.clustering_size = 2;
  table.options = {
      {"comment", std::string("it's wide")},
      {"gc_grace_seconds", std::string("60")},
      {"memtable", std::string("default")},
      {"crc_check_chance", std::string("1.0")},
      {"caching", std::map<std::string, std::string>{{"rows_per_partition", "NONE"}, {"keys", "ALL"}}}};
  return table;
}

}  // namespace

TEST_CASE("a table's text names keys, orders and options, collections after the plain columns") {
  CHECK(describe(wide_table()) ==
        "CREATE TABLE app.\"Wide\" (\n"
        "    a int,\n"
        "    b text,\n"
        "    c timeuuid,\n"
        "    d decimal,\n"
        "    s text static,\n"
        "    \"select\" int,\n"
        "    l list<int>,\n"
        "    PRIMARY KEY ((a, b), c, d)\n"
        ") WITH CLUSTERING ORDER BY (c DESC, d ASC)\n"
        "    AND caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}\n"
        "    AND comment = 'it''s wide'\n"
        "    AND memtable = 'default'\n"
        "    AND crc_check_chance = 1.0\n"
        "    AND gc_grace_seconds = 60;");
}

TEST_CASE("a key of one column is written beside it") {
  Table table = wide_table();
  table.name = "t";
  table.columns = {column("K", native_type(TypeKind::int_), ColumnKind::partition_key),
                   column("v", native_type(TypeKind::text), ColumnKind::regular)};
  table.partition_key_size = 1;
  table.clustering_size = 0;
  table.options = {{"cdc", std::string("false")}};
  CHECK(describe(table) ==
        "CREATE TABLE app.t (\n    \"K\" int PRIMARY KEY,\n    v text\n) WITH cdc = false;");
  table.options.clear();
  CHECK(describe(table) == "CREATE TABLE app.t (\n    \"K\" int PRIMARY KEY,\n    v text\n);");
}

TEST_CASE("a keyspace's text has the short name of its strategy") {
  Keyspace keyspace;
  keyspace.name = "app";
  keyspace.replication = {{"class", "org.apache.cassandra.locator.SimpleStrategy"},
                          {"replication_factor", "1"}};
  CHECK(describe(keyspace) ==
        "CREATE KEYSPACE app WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'}  AND "
        "durable_writes = true;");
}

TEST_CASE("types come after those they use, tables last") {
  const Type number = native_type(TypeKind::int_);
  Keyspace keyspace;
  keyspace.name = "app";
  keyspace.replication = {{"class", "SimpleStrategy"}};
  const UserType inner{"app", "z", {"x"}, {number}};
  put_user_type(keyspace, inner);
  put_user_type(keyspace, {"app", "a", {"zs"}, {list_of(freeze(type_of(inner)))}});
  Table table = wide_table();
  keyspace.tables.put(std::make_shared<const Table>(table));
  const std::string text = describe_all(keyspace);
  const auto place = [&text](const char* part) { return text.find(part); };
  REQUIRE(place("CREATE TYPE app.z (\n    x int\n);") != text.npos);
  REQUIRE(place("CREATE TYPE app.a (\n    zs list<frozen<z>>\n);") != text.npos);
  CHECK(place("CREATE KEYSPACE") == 0);
  CHECK(place("CREATE TYPE app.z") < place("CREATE TYPE app.a"));
  CHECK(place("CREATE TYPE app.a") < place("CREATE TABLE"));
  CHECK(place("CREATE TYPE app.z") == text.rfind("CREATE TYPE app.z"));
}

TEST_CASE("indexes are written behind their table") {
  Table table;
  table.keyspace = "app";
  table.name = "T";
  const Type number = native_type(TypeKind::int_);
  table.columns = {{1, "k", number, ColumnKind::partition_key, false, {}},
                   {2, "m", map_of(number, number), ColumnKind::regular, false, {}}};
  table.partition_key_size = 1;
  Index keys;
  keys.name = "by keys";
  keys.column = 2;
  keys.target = IndexTarget::keys;
  put_index(table, keys);
  CHECK(describe(keys, table) == "CREATE INDEX \"by keys\" ON app.\"T\" (keys(m));");
  Index sai;
  sai.name = "s";
  sai.column = 2;
  sai.target = IndexTarget::values;
  sai.kind = IndexKind::sai;
  sai.options = {{"class_name", "sai"}, {"normalize", "true"}, {"ascii", "it's"}};
  CHECK(describe(sai, table) ==
        "CREATE CUSTOM INDEX s ON app.\"T\" (values(m)) USING 'sai' WITH OPTIONS = {'ascii': 'it''s', "
        "'normalize': 'true'};");
  Keyspace keyspace;
  keyspace.name = "app";
  keyspace.replication = {{"class", "SimpleStrategy"}};
  keyspace.tables.put(std::make_shared<const Table>(table));
  CHECK(describe_all(keyspace).ends_with("(keys(m));"));
}

TEST_CASE("a type is written with every frozen that there is") {
  const Type number = native_type(TypeKind::int_);
  const Type point = type_of({"app", "Point", {"x"}, {number}});
  CHECK(describe_type(number) == "int");
  CHECK(describe_type(list_of(number)) == "list<int>");
  CHECK(describe_type(point) == "\"Point\"");
  CHECK(describe_type(freeze(list_of(list_of(point)))) == "frozen<list<frozen<list<frozen<\"Point\">>>>>");
  CHECK(describe_type(freeze(tuple_of({number, freeze(point)}))) == "frozen<tuple<int, frozen<\"Point\">>>");
  CHECK(describe_type(map_of(number, freeze(set_of(number)))) == "map<int, frozen<set<int>>>");
  CHECK(describe_type(freeze(vector_of(point, 2))) == "vector<\"Point\", 2>");
}
