#include <catch2/catch.hpp>

#include "shell/teach/description.h"
#include "types/value/value.h"

using namespace cellar;

namespace {

std::vector<ResultColumn> columns(std::initializer_list<const char*> names) {
  std::vector<ResultColumn> columns;
  for (const char* name : names) columns.push_back({name, native_type(TypeKind::text)});
  return columns;
}

}  // namespace

TEST_CASE("names come under their keyspaces, in columns") {
  const auto of_names = columns({"keyspace_name", "type", "name"});
  CHECK(format_description({of_names, {}}, 80) == "\n<empty>\n\n");
  CHECK(format_description(
            {of_names, {{"k", "type", "a_outer"}, {"k", "type", "z_inner"}, {"l", "type", "t"}}}, 80) ==
        "\nKeyspace k\n----------\na_outer  z_inner\n\nKeyspace l\n----------\nt\n\n");
  CHECK(format_description({of_names, {{"k", "keyspace", "k"}, {"l", "keyspace", "l"}}}, 80) == "\nk  l\n\n");
}

TEST_CASE(
    "names of the keyspace in use have no heading, and go from top to bottom in columns of their own width") {
  Description tables{columns({"keyspace_name", "type", "name"}), {}};
  for (const char* name : {"a", "bbbb", "cc", "dd", "eeeeee"}) tables.rows.push_back({"k", "table", name});
  CHECK(format_description(tables, 80, "k") == "\na  bbbb  cc  dd  eeeeee\n\n");
  CHECK(format_description(tables, 23, "k") == "\na  bbbb  cc  dd  eeeeee\n\n");
  CHECK(format_description(tables, 22, "k") == "\na     cc  eeeeee\nbbbb  dd\n\n");
  CHECK(format_description(tables, 15, "k") == "\na     dd    \nbbbb  eeeeee\ncc  \n\n");
  CHECK(format_description(tables, 5, "k") == "\na\nbbbb\ncc\ndd\neeeeee\n\n");
}

TEST_CASE("statements have a blank line before each") {
  const auto of_statements = columns({"keyspace_name", "type", "name", "create_statement"});
  CHECK(format_description(
            {of_statements, {{"k", "table", "a", "CREATE A;"}, {"k", "table", "b", "CREATE B;"}}}, 80) ==
        "\nCREATE A;\n\nCREATE B;\n");
}

TEST_CASE("a cluster is shown with its ranges if there is a keyspace") {
  auto of_cluster = columns({"cluster", "partitioner", "snitch"});
  std::vector<Value> row = {"c", "Murmur3Partitioner", "S"};
  const std::string text = "\nCluster: c\nPartitioner: Murmur3Partitioner\nSnitch: S\n\n";
  CHECK(format_description({of_cluster, {row}}, 80) == text);
  const Type list = list_of(native_type(TypeKind::text), true);
  of_cluster.push_back({"range_ownership", map_of(native_type(TypeKind::text), list)});
  const std::vector<Value> nodes = {"/127.0.0.1:7000"};
  const std::vector<Value> entry = {"0", pack(list, nodes)};
  row.push_back(pack(of_cluster.back().type, entry));
  CHECK(format_description({of_cluster, {row}}, 80) ==
        text + "Range ownership:\n" + std::string(39, ' ') + "0  [/127.0.0.1:7000]\n\n");
}

TEST_CASE("columns and rows of another form are no description, whatever their names are") {
  const Type text = native_type(TypeKind::text);
  CHECK(!is_description({}));
  CHECK(!is_description({columns({"v"}), {{"x"}}}));
  CHECK(!is_description({columns({"cluster"}), {{"c"}}}));
  auto of_cluster = columns({"cluster", "partitioner", "snitch"});
  CHECK(!is_description({of_cluster, {}}));
  CHECK(is_description({of_cluster, {{"c", "p", "s"}}}));
  of_cluster.push_back({"range_ownership", text});
  CHECK(!is_description({of_cluster, {{"c", "p", "s", "x"}}}));
  of_cluster.back().type = map_of(text, list_of(text, true));
  CHECK(!is_description({of_cluster, {{"c", "p", "s", std::nullopt}}}));
  CHECK(!is_description({of_cluster, {{"c", "p", "s", "x"}}}));
  CHECK(is_description({of_cluster, {{"c", "p", "s", pack(of_cluster.back().type, {})}}}));
  CHECK(is_description({columns({"keyspace_name", "type", "name"}), {}}));
  CHECK(is_description({columns({"create_statement"}), {{"CREATE"}}}));
}
