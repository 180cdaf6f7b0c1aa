// Keyspaces, tables, columns and user types as plain data.
//
// In:      what the planner decided.
// Out:     the same, to be looked up by name; canonical CQL text is in schema/describe.h. A table's id is
//          given by the store and never used again. A column's id is unique within its table for as long as
//          the table's id lives, columns that were dropped included.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/name_map.h"
#include "schema/tables.h"
#include "types/type.h"

namespace cellar {

using TableId = std::uint32_t;   // 0: not yet given
using ColumnId = std::uint32_t;  // 1, 2, 3, ... within its table; 0: not yet given

enum class ColumnKind : std::uint8_t { partition_key, clustering, static_, regular };

struct Column {
  ColumnId id = 0;
  std::string name;
  Type type;
  ColumnKind kind = ColumnKind::regular;
  bool descending = false;  // clustering columns
  /// Cells at or before this time (microseconds) belong to an earlier column of the same name.
  std::optional<std::int64_t> dropped_before;

  bool operator==(const Column&) const = default;
};

/// A column that was dropped: its name may come back with a compatible type only.
struct DroppedColumn {
  std::string name;
  Type type;
  ColumnKind kind = ColumnKind::regular;
  std::int64_t timestamp = 0;  // microseconds: cells up to here are gone
  ColumnId id = 0;             // younger cells are seen again if the column comes back

  bool operator==(const DroppedColumn&) const = default;
};

/// Text as written in canonical CQL without quotes, or a map of such texts.
using OptionValue = std::variant<std::string, std::map<std::string, std::string>>;
/// Every option of a table with its value, defaults included, by name.
using TableOptions = std::map<std::string, OptionValue>;

struct Table {
  TableId id = 0;    // names the table's data in the store; TRUNCATE gives a fresh one
  std::string uuid;  // Cassandra's table id, 16 bytes
  std::string keyspace;
  std::string name;
  /// Partition key, clustering in key order; then static, then regular columns, each by name.
  std::vector<Column> columns;
  std::size_t partition_key_size = 0;
  std::size_t clustering_size = 0;
  TableOptions options;
  std::vector<DroppedColumn> dropped_columns;

  /// Index into `columns`; nothing where there is none.
  std::optional<std::size_t> find(std::string_view column) const;
  bool has_static() const;
  bool is_counter() const;
  std::int32_t default_time_to_live() const;  // seconds, 0: none
  std::int32_t gc_grace_seconds() const;

  bool operator==(const Table&) const = default;
};

/// Orders columns as `Table::columns` says; call after a column is added or renamed.
void sort_columns(Table& table);

struct UserType {
  std::string keyspace;
  std::string name;
  std::vector<std::string> field_names;
  std::vector<Type> field_types;

  bool operator==(const UserType&) const = default;
};
/// The unfrozen type that the definition makes.
Type type_of(const UserType& definition);

struct Keyspace {
  std::string name;
  std::map<std::string, std::string> replication;  // with 'class'
  bool durable_writes = true;
  Tables tables;
  UserTypes user_types;
};

/// A copy costs little, and so does a change of it, however many tables there are.
struct Schema {
  std::uint64_t version = 0;  // grows with every change
  NameMap<Keyspace> keyspaces;

  const Keyspace* find_keyspace(std::string_view keyspace) const;
  TablePointer find_table(std::string_view keyspace, std::string_view table) const;
};
using SchemaPointer = std::shared_ptr<const Schema>;

/// Puts a user type into the keyspace, and its new definition into every table and other user type that uses
/// it.
void put_user_type(Keyspace& keyspace, const UserType& definition);

}  // namespace cellar
