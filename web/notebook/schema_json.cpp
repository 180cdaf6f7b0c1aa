#include "web/notebook/schema_json.h"

#include <fmt/format.h>

#include "functions/json/json_list.h"
#include "schema/index_type.h"
#include "schema/system_keyspaces.h"
#include "types/names.h"

namespace cellar {

namespace {

constexpr std::size_t kMostListed = 300;  // tables, views and types

std::string_view kind_of(const Column& column) {
  switch (column.kind) {
    case ColumnKind::partition_key:
      return "partition_key";
    case ColumnKind::clustering:
      return column.descending ? "descending" : "ascending";
    case ColumnKind::static_:
      return "static";
    case ColumnKind::regular:
      break;
  }
  return "regular";
}

std::string name_json(const std::string& name) { return json_string(quote_name(name)); }

std::string column_json(const Column& column) {
  return fmt::format(R"({{"name":{},"type":{},"kind":"{}"}})", name_json(column.name),
                     json_string(to_cql(column.type)), kind_of(column));
}

/// `base`: the table of a view; empty: it is none.
std::string table_json(const Table& table, const std::string& base) {
  const auto index = [&table](const Index& each) {
    return fmt::format(R"({{"name":{},"target":{}}})", name_json(each.name),
                       json_string(target_text(each, table)));
  };
  return fmt::format(R"({{"name":{},"base":{},"columns":{},"indexes":{}}})", name_json(table.name),
                     base.empty() ? "null" : name_json(base), json_list(table.columns, column_json),
                     json_list(table.indexes, index));
}

std::string type_json(const UserType& type) {
  std::string fields;
  for (std::size_t i = 0; i < type.field_names.size(); ++i)
    add_json(fields, fmt::format(R"({{"name":{},"type":{}}})", name_json(type.field_names[i]),
                                 json_string(to_cql(type.field_types[i]))));
  return fmt::format(R"({{"name":{},"fields":[{}]}})", name_json(type.name), fields);
}

/// What the page lists of a schema, up to the bound.
class Listing {
 public:
  std::string keyspace(const std::string& name, const Keyspace& keyspace) {
    std::string types, tables;
    for (const auto& [type_name, type] : keyspace.user_types) {
      if (has_more()) break;
      add(types, [&] { return type_json(type); });
    }
    for (const auto& entry : keyspace.tables) {
      if (has_more()) break;
      const Table& table = *entry.second;
      add(tables, [&] { return table_json(table, ""); });
      for (const View& view : table.views) add(tables, [&] { return table_json(*view.table, table.name); });
    }
    return fmt::format(R"({{"name":{},"types":[{}],"tables":[{}]}})", name_json(name), types, tables);
  }
  bool has_more() const { return count_ > kMostListed; }

 private:
  template <typename Write>
  void add(std::string& list, Write write) {
    if (++count_ <= kMostListed) add_json(list, write());
  }

  std::size_t count_ = 0;
};

}  // namespace

std::string schema_json(const Schema& schema) {
  std::string keyspaces;
  Listing listing;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
    add_json(keyspaces, listing.keyspace(name, keyspace));
  }
  return fmt::format(R"({{"keyspaces":[{}],"has_more":{}}})", keyspaces, listing.has_more());
}

}  // namespace cellar
