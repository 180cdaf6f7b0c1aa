#include <catch2/catch.hpp>

#include "shell/command/description.h"

using namespace cellar;

namespace {

UserType user_type(std::string name, std::vector<Type> fields) {
  UserType type{"k", std::move(name), {}, std::move(fields)};
  for (std::size_t i = 0; i < type.field_types.size(); ++i)
    type.field_names.push_back("f" + std::to_string(i));
  return type;
}

Schema make_schema() {
  Keyspace keyspace;
  keyspace.name = "k";
  keyspace.replication = {{"class", "SimpleStrategy"}, {"replication_factor", "1"}};
  const UserType inner = user_type("z_inner", {native_type(TypeKind::int_)});
  put_user_type(keyspace, inner);
  put_user_type(keyspace, user_type("a_outer", {list_of(freeze(type_of(inner)))}));
  Table table;
  table.keyspace = "k";
  table.name = "T";
  Column key;
  key.id = 1;
  key.name = "p";
  key.type = native_type(TypeKind::int_);
  key.kind = ColumnKind::partition_key;
  table.columns = {key};
  table.partition_key_size = 1;
  keyspace.tables.put(std::make_shared<const Table>(table));
  table.name = "s";
  keyspace.tables.put(std::make_shared<const Table>(table));
  Schema schema;
  schema.keyspaces.put(std::make_shared<const Keyspace>(keyspace));
  return schema;
}

Description described(std::string_view command, std::string_view keyspace = "k") {
  return describe_schema(make_schema(), keyspace, split_command(command));
}

std::vector<std::string> names(const Description& description) {
  std::vector<std::string> all;
  for (const DescribedThing& thing : description.things) all.push_back(thing.name);
  return all;
}

ErrorClass class_of(std::string_view command, std::string_view keyspace = "k") {
  try {
    described(command, keyspace);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic.error_class();
  }
  FAIL(command << " is not refused");
  return ErrorClass::server;
}

}  // namespace

TEST_CASE("lists") {
  CHECK(names(described("DESCRIBE KEYSPACES", "")) == std::vector<std::string>{"k"});
  CHECK(names(described("desc tables")) == std::vector<std::string>{"s", "\"T\""});
  CHECK(names(described("DESC TABLES", "")) == std::vector<std::string>{"s", "\"T\""});
  CHECK(described("DESC AGGREGATES").things.empty());
  CHECK(format_description(described("DESC AGGREGATES"), 80) == "\n<empty>\n\n");
  CHECK(format_description(described("DESC TYPES"), 80) == "\nKeyspace k\n----------\na_outer  z_inner\n\n");
}

TEST_CASE("a keyspace is described in an order that runs") {
  const Description keyspace = described("DESCRIBE KEYSPACE k");
  CHECK(names(keyspace) == std::vector<std::string>{"k", "z_inner", "a_outer", "s", "\"T\""});
  CHECK(names(described("DESCRIBE SCHEMA", "")) == names(keyspace));
  CHECK(names(described("DESCRIBE k")) == names(keyspace));
  CHECK(names(described("DESCRIBE ONLY KEYSPACE")) == std::vector<std::string>{"k"});
  CHECK_THAT(keyspace.things[4].statement, Catch::StartsWith("CREATE TABLE k.\"T\" ("));
}

TEST_CASE("things by their name, folded unless quoted") {
  CHECK(names(described("DESCRIBE TABLE k.\"T\"")) == std::vector<std::string>{"\"T\""});
  CHECK(names(described("DESCRIBE \"T\"")) == std::vector<std::string>{"\"T\""});
  CHECK(names(described("DESCRIBE TYPE A_Outer")) == std::vector<std::string>{"a_outer"});
  CHECK(class_of("DESCRIBE TABLE T") == ErrorClass::invalid);
}

TEST_CASE("what is not there is invalid, what is no DESCRIBE is syntax") {
  for (const char* command : {"DESCRIBE TABLE nosuch", "DESCRIBE TYPE nosuch", "DESCRIBE INDEX nosuch",
                              "DESCRIBE MATERIALIZED VIEW nosuch", "DESCRIBE KEYSPACE nosuch",
                              "DESCRIBE nosuch", "DESCRIBE TABLE nosuch.t", "DESCRIBE INDEXES"}) {
    INFO(command);
    CHECK(class_of(command) == ErrorClass::invalid);
  }
  for (const char* command : {"DESCRIBE", "DESCRIBE TABLES a", "DESCRIBE TABLE a b",
                              "DESCRIBE SELECT * FROM a", "DESCRIBE SCHEMA a"}) {
    INFO(command);
    CHECK(class_of(command) == ErrorClass::syntax);
  }
  CHECK(class_of("DESCRIBE TABLE t", "") == ErrorClass::invalid);  // no keyspace in use
}
