// Keyspaces, tables, columns, indexes, materialized views and user types as plain data.
//
// In:      what the planner decided.
// Out:     the same, to be looked up by name; canonical CQL text is in schema/cql_text.h. A table's id is
//          given by the store and never used again. A column's id is unique within its table for as long as
//          the table's id lives, columns that were dropped included.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "refusal/refusal.h"
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

  /// Returns true for a column of the primary key.
  bool is_key() const { return kind == ColumnKind::partition_key || kind == ColumnKind::clustering; }
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

/// What an index holds: the value of a plain column; the values, keys or entries of a collection; a frozen
/// collection as a whole.
enum class IndexTarget : std::uint8_t { value, values, keys, entries, full };
/// `legacy` is Cassandra's COMPOSITES ("legacy_local_table").
enum class IndexKind : std::uint8_t { legacy, sai };

/// An index belongs to its table, since every write of the table has to keep it.
struct Index {
  TableId id = 0;  // names the index's entries in the store, never used again
  std::string name;
  ColumnId column = 0;  // Column::id in the table; key columns have ids, too
  IndexTarget target = IndexTarget::value;
  IndexKind kind = IndexKind::legacy;
  std::map<std::string, std::string> options;  // as written, canonical
  bool is_built = false;  // false while existing rows are being added; no read uses the index until then

  bool operator==(const Index&) const = default;
};

/// A restriction of a view's WHERE clause on columns of its base, other than IS NOT NULL.
struct ViewFilter {
  enum class Operator : std::uint8_t {
    equal,
    less,
    less_equal,
    greater,
    greater_equal,
    in,
    contains,
    contains_key,
  };
  std::vector<ColumnId> columns;  // several: they are compared as a tuple
  Operator op = Operator::equal;
  /// Native bytes: one value per column; several alternatives for `in` alone.
  std::vector<std::vector<std::string>> alternatives;

  bool operator==(const ViewFilter&) const = default;
};

/// What the table of a view knows of its base.
struct ViewSource {
  std::string base;  // the name of the table, in the same keyspace
  /// The column of the view's key that is a regular column of the base; 0: there is none. Its cell alone
  /// decides how long a row of the view lives.
  ColumnId key_column = 0;

  bool operator==(const ViewSource&) const = default;
};

/// A materialized view: a table of its own whose rows are computed from those of its base, to which it belongs.
struct View {
  TablePointer table;        // its columns have the ids of the base's columns; `view_of` is set
  std::string where_clause;  // canonical CQL text
  std::vector<ViewFilter> filters;
  bool includes_all_columns = false;  // SELECT *: columns that are added to the base are added to it
  bool is_built = false;              // false while existing rows of the base are being added

  bool operator==(const View& other) const;
};

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
  std::vector<Index> indexes;  // by name
  std::vector<View> views;     // by name
  std::optional<ViewSource> view_of;
  /// WITH COMPACT STORAGE: rows have no marker, and a row may lack the last of several clustering columns.
  bool is_compact = false;

  /// The number of columns of the primary key, which come first.
  std::size_t key_size() const { return partition_key_size + clustering_size; }
  bool is_view() const { return view_of.has_value(); }
  const Index* find_index(std::string_view index) const;  // null if there is none
  const View* find_view(std::string_view view) const;
  bool has_index_on(ColumnId column) const;
  /// Index into `columns` of the column with this id.
  std::optional<std::size_t> find(ColumnId column) const;
  /// Index into `columns`; nothing where there is none.
  std::optional<std::size_t> find(std::string_view column) const;
  bool has_static() const;
  bool is_counter() const;
  /// False: a row exists only while one of its cells lives.
  bool has_row_markers() const;
  /// True for compact storage without clustering columns. Its columns are static for Cassandra.
  bool is_static_compact() const { return is_compact && clustering_size == 0; }
  /// True if a row may lack clustering values, from some column to the last.
  bool may_lack_clustering() const { return is_compact && clustering_size > 1; }
  std::int32_t default_time_to_live() const;  // seconds, 0: none
  std::int32_t gc_grace_seconds() const;

  bool operator==(const Table&) const = default;
};

/// The table as what a diagnostic is about.
Subject subject_of(const Table& table);

/// Orders columns as `Table::columns` says; call after a column is added or renamed.
void sort_columns(Table& table);
/// Puts an index or view into its table, in the place of the one of its name, if there is one.
void put_index(Table& table, Index index);
void put_view(Table& table, View view);

struct UserType {
  std::string keyspace;
  std::string name;
  std::vector<std::string> field_names;
  std::vector<Type> field_types;

  bool operator==(const UserType&) const = default;
};
/// The unfrozen type that the definition makes.
Type type_of(const UserType& definition);

/// Names the table whose record holds the view.
struct ViewName {
  std::string name;
  std::string base;

  bool operator==(const ViewName&) const = default;
};

struct Keyspace {
  std::string name;
  std::map<std::string, std::string> replication;  // with 'class'
  bool durable_writes = true;
  Tables tables;            // without the tables of views
  NameMap<ViewName> views;  // known without decoding a table
  UserTypes user_types;

  bool has_table_or_view(std::string_view table) const {
    return tables.contains(table) || views.contains(table);
  }
};

/// A copy costs little, and so does a change of it, however many tables there are.
struct Schema {
  std::uint64_t version = 0;  // grows with every change
  NameMap<Keyspace> keyspaces;

  const Keyspace* find_keyspace(std::string_view keyspace) const;
  /// Returns the table, or that of the view of this name; null if there is neither.
  TablePointer find_table(std::string_view keyspace, std::string_view table) const;
};
using SchemaPointer = std::shared_ptr<const Schema>;

/// Puts a user type into the keyspace, and its new definition into every table and other user type that uses
/// it.
void put_user_type(Keyspace& keyspace, const UserType& definition);

}  // namespace cellar
