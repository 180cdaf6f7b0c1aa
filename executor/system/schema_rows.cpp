// The rows of system_schema.
#include <algorithm>

#include "executor/system/system_rows.h"
#include "schema/cql_text.h"
#include "schema/index_type.h"
#include "schema/system_keyspaces.h"
#include "types/number/byte_order.h"

namespace cellar {

namespace {

const char* kind_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::partition_key:
      return "partition_key";
    case ColumnKind::clustering:
      return "clustering";
    case ColumnKind::static_:
      return "static";
    case ColumnKind::regular:
      break;
  }
  return "regular";
}

/// The place of a column in its part of the key; -1 outside of the key.
int position_of(const Table& table, std::size_t column) {
  if (column < table.partition_key_size) return static_cast<int>(column);
  if (column < table.key_size()) return static_cast<int>(column - table.partition_key_size);
  return -1;
}

void keyspace_row(const SystemFacts& facts, const std::string& name, SystemRows& rows) {
  const Keyspace& keyspace = keyspace_named(*facts.schema, name);
  rows.begin_row();
  rows.set("keyspace_name", name);
  rows.set("durable_writes", keyspace.durable_writes);
  rows.set("replication", keyspace.replication);
}

void column_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const TablePointer& table : tables_and_views(keyspace_named(*facts.schema, keyspace))) {
    for (std::size_t index = 0; index < table->columns.size(); ++index) {
      const Column& column = table->columns[index];
      const bool is_clustering = column.kind == ColumnKind::clustering;
      rows.begin_row();
      rows.set("keyspace_name", keyspace);
      rows.set("table_name", table->name);
      rows.set("column_name", column.name);
      rows.set("clustering_order", !is_clustering ? "none" : column.descending ? "desc" : "asc");
      rows.set_bytes("column_name_bytes", column.name);
      rows.set("kind", kind_of(column.kind));
      rows.set("position", position_of(*table, index));
      rows.set("type", describe_type(column.type));
    }
  }
}

void dropped_column_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : keyspace_named(*facts.schema, keyspace).tables) {
    for (const DroppedColumn& column : table->dropped_columns) {
      rows.begin_row();
      rows.set("keyspace_name", keyspace);
      rows.set("table_name", name);
      rows.set("column_name", column.name);
      std::string milliseconds;
      append_big_endian(milliseconds, static_cast<std::uint64_t>(column.timestamp / 1000));
      rows.set_bytes("dropped_time", milliseconds);
      rows.set("kind", kind_of(column.kind));
      rows.set("type", describe_type(column.type));
    }
  }
}

void index_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, table] : keyspace_named(*facts.schema, keyspace).tables) {
    for (const Index& index : table->indexes) {
      std::map<std::string, std::string> options = index.options;
      options["target"] = target_text(index, *table);
      rows.begin_row();
      rows.set("keyspace_name", keyspace);
      rows.set("table_name", name);
      rows.set("index_name", index.name);
      rows.set("kind", index.kind == IndexKind::sai ? "CUSTOM" : "COMPOSITES");
      rows.set("options", options);
    }
  }
}

void type_rows(const SystemFacts& facts, const std::string& keyspace, SystemRows& rows) {
  for (const auto& [name, type] : keyspace_named(*facts.schema, keyspace).user_types) {
    std::vector<std::string> field_types;
    for (const Type& field : type.field_types) field_types.push_back(describe_type(field));
    rows.begin_row();
    rows.set("keyspace_name", keyspace);
    rows.set("type_name", name);
    rows.set("field_names", type.field_names);
    rows.set("field_types", field_types);
  }
}

constexpr SystemContent kSchemaContents[] = {
    {"system_schema", "keyspaces", described_keyspaces, keyspace_row},
    {"system_schema", "columns", described_keyspaces, column_rows},
    {"system_schema", "dropped_columns", described_keyspaces, dropped_column_rows},
    {"system_schema", "indexes", described_keyspaces, index_rows},
    {"system_schema", "types", described_keyspaces, type_rows},
    {"system_virtual_schema", "columns", virtual_keyspaces, column_rows},
};

}  // namespace

std::vector<std::string> described_keyspaces(const Schema& schema) {
  std::vector<std::string> names;
  for (const auto& [name, keyspace] : schema.keyspaces) names.push_back(name);
  for (const std::string_view name : system_keyspace_names()) {
    if (!is_virtual_keyspace(name)) names.emplace_back(name);
  }
  return names;
}

const Keyspace& keyspace_named(const Schema& schema, const std::string& name) {
  const Keyspace* keyspace = find_system_keyspace(name);
  return keyspace != nullptr ? *keyspace : *schema.find_keyspace(name);
}

std::vector<TablePointer> tables_and_views(const Keyspace& keyspace) {
  std::vector<TablePointer> tables;
  for (const auto& [name, table] : keyspace.tables) tables.push_back(table);
  const std::size_t count = tables.size();
  for (std::size_t index = 0; index < count; ++index) {
    const TablePointer base = tables[index];
    for (const View& view : base->views) tables.push_back(view.table);
  }
  return tables;
}

std::span<const SystemContent> schema_contents() { return kSchemaContents; }

}  // namespace cellar
