// The rows of the system tables, computed from the schema and the facts of the node, or supplied by a program.
//
// In:      a system table, the facts, a partition; from a program, its rows.
// Out:     the partitions that the table has, and the rows of one; none for a table that computes no rows.
// Refused: columns that the table does not have, and values of another type (E522, E528).
//
// Sources: system_rows.cpp, schema_rows.cpp (system_schema), table_rows.cpp (the tables and views of it),
// node_rows.cpp (the others).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "executor/system/system_facts.h"
#include "schema/schema.h"
#include "types/cpp/cpp_value.h"

namespace cellar {

/// Rows of one table: a value for each of Table::columns, a multicell column packed.
class SystemRows {
 public:
  explicit SystemRows(const Table& of_table) : table(of_table) {}

  /// A row of nulls, to be filled by set().
  void begin_row() { rows.emplace_back(table.columns.size()); }
  /// Sets a column of the last row to a value of a type of C++ that goes with the column's (types/cpp/cpp_value.h).
  template <typename T>
  void set(std::string_view column, const T& value) {
    const std::size_t index = index_of(column);
    rows.back()[index] = bind_value(column, table.columns[index].type, value).value;
  }
  void set(std::string_view column, const char* value) { set(column, std::string_view(value)); }
  /// Sets a column to native-protocol bytes.
  void set_bytes(std::string_view column, std::string bytes) {
    rows.back()[index_of(column)] = std::move(bytes);
  }
  /// Adds a whole row: native-protocol bytes or null for each of Table::columns.
  void add_row(std::vector<Value> values) { rows.push_back(std::move(values)); }

  const Table& table;
  std::vector<std::vector<Value>> rows;

 private:
  /// Begins a row if there is none. Refuses a column that the table does not have: rows that are computed here have
  /// none.
  std::size_t index_of(std::string_view column);
};

/// Computes the rows of a system table whose partition key is one text.
struct SystemContent {
  std::string_view keyspace, table;
  std::vector<std::string> (*partitions)(const Schema& schema);
  void (*rows)(const SystemFacts& facts, const std::string& partition, SystemRows& rows);
};

/// Null for a table that computes no rows: it is empty, unless a program supplies its rows.
const SystemContent* content_of(const Table& table);

// ---- the families: a table is an entry in that of the source of its rows -------------------------

std::span<const SystemContent> schema_contents();  // schema_rows.cpp
std::span<const SystemContent> table_contents();   // table_rows.cpp
std::span<const SystemContent> node_contents();    // node_rows.cpp

// ---- what several families need -------------------------------------------------------------------

/// The keyspaces whose tables are described by system_schema: all but the virtual ones.
std::vector<std::string> described_keyspaces(const Schema& schema);
std::vector<std::string> virtual_keyspaces(const Schema& schema);
/// Returns a keyspace of the schema or a system keyspace. It exists.
const Keyspace& keyspace_named(const Schema& schema, const std::string& name);
/// The tables of a keyspace, then its views.
std::vector<TablePointer> tables_and_views(const Keyspace& keyspace);

}  // namespace cellar
