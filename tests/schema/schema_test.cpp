#include "schema/schema.h"

#include <catch2/catch.hpp>

using namespace cellar;

namespace {

Column column_of(std::string name, Type type, ColumnKind kind) {
  Column result;
  result.name = std::move(name);
  result.type = std::move(type);
  result.kind = kind;
  return result;
}

UserType address() {
  return {"app", "address", {"street", "number"}, {native_type(TypeKind::text), native_type(TypeKind::int_)}};
}

Table table_named(std::string name) {
  Table table;
  table.id = 1;
  table.uuid = std::string(16, 'u');
  table.keyspace = "app";
  table.name = std::move(name);
  table.columns = {column_of("k", native_type(TypeKind::int_), ColumnKind::partition_key)};
  table.columns[0].id = 1;
  table.partition_key_size = 1;
  return table;
}

}  // namespace

TEST_CASE("columns are found by name alone") {
  Table table;
  table.columns = {column_of("k", native_type(TypeKind::int_), ColumnKind::partition_key),
                   column_of("K", native_type(TypeKind::text), ColumnKind::regular)};
  CHECK(table.find("K") == 1);
  CHECK(table.find("k") == 0);
  CHECK_FALSE(table.find("x").has_value());
}

TEST_CASE("static columns come before regular ones, each by name, and keys stay as they are") {
  Table table;
  const Type type = native_type(TypeKind::int_);
  table.columns = {
      column_of("z", type, ColumnKind::partition_key), column_of("a", type, ColumnKind::partition_key),
      column_of("y", type, ColumnKind::clustering),    column_of("b", type, ColumnKind::clustering),
      column_of("é", type, ColumnKind::regular),       column_of("z2", type, ColumnKind::regular),
      column_of("Z", type, ColumnKind::regular),       column_of("s", type, ColumnKind::static_),
      column_of("c", type, ColumnKind::static_)};
  sort_columns(table);
  std::vector<std::string> names;
  for (const Column& sorted : table.columns) names.push_back(sorted.name);
  CHECK(names == std::vector<std::string>{"z", "a", "y", "b", "c", "s", "é", "Z", "z2"});
}

TEST_CASE("options that the engine asks for are numbers, zero where they are missing") {
  Table table;
  CHECK(table.default_time_to_live() == 0);
  table.options["default_time_to_live"] = std::string("60");
  table.options["gc_grace_seconds"] = std::string("864000");
  CHECK(table.default_time_to_live() == 60);
  CHECK(table.gc_grace_seconds() == 864000);
}

TEST_CASE("a schema finds tables in their keyspace only") {
  Schema schema;
  Table table;
  table.name = "t";
  schema.keyspaces.edit("app").tables.put(std::make_shared<const Table>(table));
  schema.keyspaces.edit("other");
  CHECK(schema.find_table("app", "t") != nullptr);
  CHECK(schema.find_table("other", "t") == nullptr);
  CHECK(schema.find_table("nowhere", "t") == nullptr);
  CHECK(schema.find_keyspace("nowhere") == nullptr);
}

TEST_CASE("a changed user type reaches every place that uses it, frozen where it was") {
  Keyspace keyspace;
  keyspace.name = "app";
  const UserType person{"app", "person", {"home"}, {freeze(type_of(address()))}};
  put_user_type(keyspace, address());
  put_user_type(keyspace, person);
  Table table = table_named("t");
  table.columns.push_back(column_of("a", type_of(address()), ColumnKind::regular));
  table.columns.back().id = 2;
  table.columns.push_back(column_of("p", list_of(freeze(type_of(person))), ColumnKind::regular));
  table.columns.back().id = 3;
  keyspace.tables.put(std::make_shared<const Table>(table));
  const TablePointer untouched = std::make_shared<const Table>(table_named("u"));
  keyspace.tables.put(untouched);
  const Keyspace before = keyspace;

  UserType longer = address();
  longer.field_names.push_back("tags");
  longer.field_types.push_back(set_of(native_type(TypeKind::text)));
  put_user_type(keyspace, longer);

  const Table& changed = *keyspace.tables.at("t");
  CHECK(changed.columns[1].type == type_of(longer));
  const Type& home = keyspace.user_types.get("person")->field_types[0];
  CHECK(home == freeze(type_of(longer)));
  CHECK(home.arguments[2].frozen);
  CHECK(changed.columns[2].type.arguments[0].arguments[0] == home);
  CHECK(keyspace.tables.at("u") == untouched);
  // Who holds the schema as it was sees nothing of it.
  CHECK(before.tables.at("t")->columns[1].type == type_of(address()));
  CHECK(*before.user_types.get("person") == person);
}

TEST_CASE("a view is found by its name through its base") {
  Table base;
  base.id = 1;
  base.keyspace = "k";
  base.name = "t";
  Table rows = base;
  rows.id = 2;
  rows.name = "v";
  rows.view_of = ViewSource{"t", 0};
  put_view(base, {std::make_shared<const Table>(rows), "", {}, false, true});
  Schema schema;
  Keyspace& keyspace = schema.keyspaces.edit("k");
  keyspace.tables.put(std::make_shared<const Table>(base));
  CHECK(schema.find_table("k", "v") == nullptr);
  keyspace.views.put(std::make_shared<const ViewName>(ViewName{"v", "t"}));
  CHECK(schema.find_table("k", "v")->id == 2);
  CHECK(schema.find_table("k", "v")->is_view());
  CHECK(schema.find_table("k", "t")->id == 1);
  // A name whose base has no such view is that of no table.
  keyspace.views.put(std::make_shared<const ViewName>(ViewName{"w", "t"}));
  CHECK(schema.find_table("k", "w") == nullptr);
}
