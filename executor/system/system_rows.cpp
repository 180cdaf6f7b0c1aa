#include "executor/system/system_rows.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr SystemContent kContents[] = {
    {"system", "local", local_key, local_row},
    {"system", "IndexInfo", described_keyspaces, built_index_rows},
    {"system", "built_views", described_keyspaces, built_view_rows},
    {"system_schema", "keyspaces", described_keyspaces, keyspace_row},
    {"system_schema", "tables", described_keyspaces, table_rows},
    {"system_schema", "views", described_keyspaces, view_rows},
    {"system_schema", "columns", described_keyspaces, column_rows},
    {"system_schema", "dropped_columns", described_keyspaces, dropped_column_rows},
    {"system_schema", "indexes", described_keyspaces, index_rows},
    {"system_schema", "types", described_keyspaces, type_rows},
    {"system_virtual_schema", "keyspaces", virtual_keyspaces, virtual_keyspace_row},
    {"system_virtual_schema", "tables", virtual_keyspaces, virtual_table_rows},
    {"system_virtual_schema", "columns", virtual_keyspaces, column_rows},
};

}  // namespace

const SystemContent* content_of(const Table& table) {
  const auto found = std::ranges::find_if(kContents, [&](const SystemContent& content) {
    return content.keyspace == table.keyspace && content.table == table.name;
  });
  return found == std::end(kContents) ? nullptr : found;
}

}  // namespace cellar
