// The rows of system_schema.tables and system_schema.views.
#include <cstdlib>

#include "executor/system/system_rows.h"

namespace cellar {

namespace {

using OptionMap = std::map<std::string, std::string>;

/// Returns true for values that Cassandra leaves null, since the node's configuration has no other.
bool is_left_null(std::string_view option, std::string_view value) {
  if (option == "memtable") return value == "default";
  if (option == "cdc") return value == "false";
  return (option == "allow_auto_snapshot" || option == "incremental_backups") && value == "true";
}

void set_option(SystemRows& rows, const std::string& option, const OptionValue& value) {
  const auto column = rows.table.find(option);
  if (!column) return;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) {
    // The values of `extensions` are blobs; there are none.
    const OptionMap& map = std::get<OptionMap>(value);
    if (option == "extensions") return rows.set_bytes(option, std::string(4, '\0'));
    return rows.set(option, map);
  }
  if (is_left_null(option, *text)) return;
  switch (rows.table.columns[*column].type.kind) {
    case TypeKind::int_:
      return rows.set(option, std::atoi(text->c_str()));
    case TypeKind::double_:
      return rows.set(option, std::strtod(text->c_str(), nullptr));
    case TypeKind::boolean:
      return rows.set(option, *text == "true");
    default:
      return rows.set(option, *text);
  }
}

/// Sets the columns that tables and views share.
void set_table(SystemRows& rows, const Table& table) {
  rows.set("keyspace_name", table.keyspace);
  for (const auto& [option, value] : table.options) set_option(rows, option, value);
  rows.set_bytes("id", table.uuid);
  // Cassandra has not used these options since 4.0.
  rows.set("dclocal_read_repair_chance", 0.0);
  rows.set("read_repair_chance", 0.0);
}

/// Returns the flags, sorted as in a set. Drivers take a table without `compound` for one with compact storage.
std::vector<std::string> flags_of(const Table& table) {
  std::vector<std::string> flags;
  if (!table.is_compact || table.clustering_size > 1) flags.emplace_back("compound");
  if (table.is_counter()) flags.emplace_back("counter");
  if (table.is_compact && table.clustering_size > 0) flags.emplace_back("dense");
  return flags;
}

void table_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : keyspace_named(*facts.schema, keyspace).tables) {
    rows.begin_row();
    set_table(rows, *table);
    rows.set("table_name", name);
    rows.set("flags", flags_of(*table));
  }
}

void view_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, base] : keyspace_named(*facts.schema, keyspace).tables) {
    for (const View& view : base->views) {
      rows.begin_row();
      set_table(rows, *view.table);
      rows.set("view_name", view.table->name);
      rows.set_bytes("base_table_id", base->uuid);
      rows.set("base_table_name", base->name);
      rows.set("include_all_columns", view.includes_all_columns);
      rows.set("where_clause", view.where_clause);
    }
  }
}

constexpr SystemContent kTableContents[] = {
    {"system_schema", "tables", described_keyspaces, table_rows},
    {"system_schema", "views", described_keyspaces, view_rows},
};

}  // namespace

std::span<const SystemContent> table_contents() { return kTableContents; }

}  // namespace cellar
