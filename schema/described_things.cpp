#include "schema/described_things.h"

#include <algorithm>
#include <set>

#include "schema/cql_text.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void name_user_types(const Type& type, std::set<std::string>& names) {
  if (type.kind == TypeKind::user) names.insert(type.name);
  for (const Type& argument : type.arguments) name_user_types(argument, names);
}

void add_type(const Keyspace& keyspace, const std::string& name, std::set<std::string>& added,
              DescribedThings& things) {
  const auto found = keyspace.user_types.find(name);
  if (found == keyspace.user_types.end() || !added.insert(name).second) return;
  std::set<std::string> used;
  for (const Type& field : found->second.field_types) name_user_types(field, used);
  for (const std::string& other : used) add_type(keyspace, other, added, things);
  things.push_back(described_type(found->second));
}

template <typename Named>
bool comes_before(const Named& left, const Named& right) {
  const std::string first = to_lower(left->name);
  const std::string second = to_lower(right->name);
  return first != second ? first < second : left->name < right->name;
}

}  // namespace

std::vector<const Keyspace*> keyspaces_to_describe(const Schema& schema) {
  std::vector<const Keyspace*> keyspaces;
  for (const auto& [name, keyspace] : schema.keyspaces) keyspaces.push_back(&keyspace);
  for (const std::string_view name : system_keyspace_names()) keyspaces.push_back(find_system_keyspace(name));
  std::ranges::sort(keyspaces, {}, [](const Keyspace* keyspace) { return keyspace->name; });
  return keyspaces;
}

DescribedThing described_keyspace(const Keyspace& keyspace) {
  return {quote_name(keyspace.name), "keyspace", quote_name(keyspace.name),
          is_virtual_keyspace(keyspace.name) ? describe_virtual(keyspace) : describe(keyspace)};
}

DescribedThing described_type(const UserType& type) {
  return {quote_name(type.keyspace), "type", quote_name(type.name), describe(type)};
}

DescribedThing described_index(const Table& table, const Index& index) {
  return {quote_name(table.keyspace), "index", quote_name(index.name), describe(index, table)};
}

DescribedThing described_view(const Table& base, const View& view, Internals internals) {
  return {quote_name(base.keyspace), "materialized_view", quote_name(view.table->name),
          internals == Internals::described ? describe_with_internals(view, base) : describe(view, base)};
}

DescribedThings described_table(const Table& table, Internals internals) {
  const std::string text = is_virtual_keyspace(table.keyspace) ? describe_virtual(table)
                           : internals == Internals::described ? describe_with_internals(table)
                                                               : describe(table);
  DescribedThings things = {{quote_name(table.keyspace), "table", quote_name(table.name), text}};
  for (const Index& index : table.indexes) things.push_back(described_index(table, index));
  for (const View& view : table.views) things.push_back(described_view(table, view, internals));
  return things;
}

std::vector<TablePointer> tables_to_describe(const Keyspace& keyspace) {
  std::vector<TablePointer> tables;
  for (const auto& [name, table] : keyspace.tables) tables.push_back(table);
  std::ranges::sort(tables, comes_before<TablePointer>);
  return tables;
}

DescribedThings described_contents(const Keyspace& keyspace, Internals internals) {
  DescribedThings things = {described_keyspace(keyspace)};
  std::set<std::string> added;
  for (const auto& [name, type] : keyspace.user_types) add_type(keyspace, name, added, things);
  for (const TablePointer& table : tables_to_describe(keyspace)) {
    for (DescribedThing& thing : described_table(*table, internals)) things.push_back(std::move(thing));
  }
  return things;
}

std::string describe_all(const Keyspace& keyspace) {
  std::string text;
  for (const DescribedThing& thing : described_contents(keyspace, Internals::left_out))
    text += (text.empty() ? "" : "\n\n") + thing.statement;
  return text;
}

}  // namespace cellar
