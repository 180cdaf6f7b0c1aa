#include "web/notebook/schema_json.h"

#include <fmt/format.h>

#include <utility>

#include "functions/json/json_value.h"
#include "schema/system_keyspaces.h"
#include "types/names.h"

namespace cellar {

namespace {

constexpr std::size_t kMostTables = 300;

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

std::string table_json(const Table& table) {
  std::string columns;
  for (const Column& column : table.columns)
    columns +=
        fmt::format(R"({}{{"name":{},"type":{},"kind":"{}"}})", columns.empty() ? "" : ",",
                    json_string(quote_name(column.name)), json_string(to_cql(column.type)), kind_of(column));
  return fmt::format(R"({{"name":{},"is_view":{},"columns":[{}]}})", json_string(quote_name(table.name)),
                     table.is_view(), columns);
}

/// A table, and the views of it behind it.
class ListedTables {
 public:
  void add(const Table& table) {
    add_one(table);
    for (const View& view : table.views) add_one(*view.table);
  }
  std::string take() { return std::exchange(text_, {}); }
  bool has_more() const { return count_ > kMostTables; }

 private:
  void add_one(const Table& table) {
    if (++count_ <= kMostTables) text_ += (text_.empty() ? "" : ",") + table_json(table);
  }

  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace

std::string schema_json(const Schema& schema) {
  std::string keyspaces;
  ListedTables tables;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
    for (const auto& entry : keyspace.tables) {
      tables.add(*entry.second);
      if (tables.has_more()) break;
    }
    keyspaces += fmt::format(R"({}{{"name":{},"tables":[{}]}})", keyspaces.empty() ? "" : ",",
                             json_string(quote_name(name)), tables.take());
  }
  return fmt::format(R"({{"keyspaces":[{}],"has_more":{}}})", keyspaces, tables.has_more());
}

}  // namespace cellar
