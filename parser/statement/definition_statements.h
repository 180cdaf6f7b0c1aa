// The statements that define: keyspaces, tables, types, indexes, views; and those beside them that answer
// without reading or writing rows: DESCRIBE, roles and permissions, functions, triggers.
//
// In:      nothing; the parser fills it.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "parser/statement/expression.h"

namespace cellar {

/// `name = value` of a WITH clause: a literal's text, or a map of them.
struct Property {
  Name name;
  std::variant<Literal, std::vector<std::pair<Literal, Literal>>, Name> value;  // Name: a bare word
  Span span;
};

/// A WITH clause as it is written: what a statement without one of its options is made of.
struct WithClause {
  struct Part {
    std::string option;     // its name; empty: CLUSTERING ORDER BY or COMPACT STORAGE
    std::string separator;  // WITH or AND, with the blanks around
    std::string text;
  };
  std::vector<Part> parts;
  Span span;                 // of all separators and parts
  bool is_optional = false;  // the statement means something without it
};

struct CreateKeyspaceStatement {
  static constexpr Access kAccess = Access::definition;
  Name keyspace;
  bool if_not_exists = false;
  std::vector<Property> properties;
};
struct AlterKeyspaceStatement {
  static constexpr Access kAccess = Access::definition;
  Name keyspace;
  bool if_exists = false;
  std::vector<Property> properties;
};
struct DropKeyspaceStatement {
  static constexpr Access kAccess = Access::definition;
  Name keyspace;
  bool if_exists = false;
};
struct UseStatement {
  static constexpr Access kAccess = Access::read;
  Name keyspace;
};

struct ColumnDefinition {
  Name name;
  TypeName type;
  bool is_static = false;
  bool primary_key = false;
  bool masked = false;
  Span span;
};
struct PrimaryKeyDefinition {
  std::vector<Name> partition_key;
  std::vector<Name> clustering;
  Span span;
};
struct ClusteringOrder {
  Name column;
  bool descending = false;
};
struct CreateTableStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName table;
  bool if_not_exists = false;
  std::vector<ColumnDefinition> columns;
  std::vector<PrimaryKeyDefinition> primary_keys;  // the PRIMARY KEY (...) clauses
  std::vector<ClusteringOrder> clustering_order;
  bool has_clustering_order = false;
  bool compact_storage = false;
  std::vector<Property> properties;
  WithClause with;
};
struct AlterTableStatement {
  static constexpr Access kAccess = Access::definition;
  enum class Kind : std::uint8_t { add, drop, rename, with, alter_type, drop_compact_storage, mask };
  Kind kind = Kind::with;
  QualifiedName table;
  bool if_exists = false;
  bool if_column_exists = false;      // DROP IF EXISTS, RENAME IF EXISTS
  bool if_column_not_exists = false;  // ADD IF NOT EXISTS
  std::vector<ColumnDefinition> add;
  std::vector<Name> drop;
  std::optional<Expression> drop_timestamp;
  std::vector<std::pair<Name, Name>> rename;
  std::vector<Property> properties;
  WithClause with;
};
struct DropTableStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName table;
  bool if_exists = false;
};
struct TruncateStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName table;
};
struct CreateTypeStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName type;
  bool if_not_exists = false;
  std::vector<std::pair<Name, TypeName>> fields;
};
struct AlterTypeStatement {
  static constexpr Access kAccess = Access::definition;
  enum class Kind : std::uint8_t { add, rename, alter_type };
  Kind kind = Kind::add;
  QualifiedName type;
  bool if_exists = false;
  bool if_field_exists = false;
  bool if_field_not_exists = false;
  std::vector<std::pair<Name, TypeName>> add;
  std::vector<std::pair<Name, Name>> rename;
};
struct DropTypeStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName type;
  bool if_exists = false;
};

/// What CREATE INDEX indexes: `v`, `values(c)`, `keys(m)`, `entries(m)` or `full(c)`.
struct IndexedColumn {
  enum class Part : std::uint8_t { simple, values, keys, entries, full };
  Part part = Part::simple;
  Name column;
  Span span;
};
struct CreateIndexStatement {
  static constexpr Access kAccess = Access::definition;
  std::optional<Name> index;
  bool if_not_exists = false;
  bool custom = false;  // CREATE CUSTOM INDEX
  QualifiedName table;
  std::vector<IndexedColumn> columns;
  std::optional<std::string> class_name;  // USING
  std::vector<Property> properties;
  Span columns_span, class_span;
};
struct DropIndexStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName index;
  bool if_exists = false;
};

struct CreateViewStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName view;
  bool if_not_exists = false;
  QualifiedName base;
  bool star = false;                // SELECT *
  std::vector<Selector> selectors;  // empty with star
  std::vector<Relation> where;
  Span where_span;
  PrimaryKeyDefinition primary_key;
  std::vector<ClusteringOrder> clustering_order;
  std::vector<Property> properties;
  WithClause with;
};
struct AlterViewStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName view;
  bool if_exists = false;
  std::vector<Property> properties;
  WithClause with;
};
struct DropViewStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName view;
  bool if_exists = false;
};

struct DescribeStatement {
  static constexpr Access kAccess = Access::read;
  enum class What : std::uint8_t {
    cluster,
    schema,
    full_schema,
    keyspaces,
    keyspace,
    only_keyspace,
    tables,
    table,
    index,
    view,
    types,
    type,
    functions,
    function,
    aggregates,
    aggregate,
    anything,  // DESCRIBE name
  };
  What what = What::anything;
  std::optional<QualifiedName> name;  // of a keyspace: QualifiedName::name
  bool with_internals = false;
  Span span;  // of what follows DESCRIBE
};

/// CREATE and ALTER, of ROLE and USER.
struct RoleStatement {
  static constexpr Access kAccess = Access::read;
  std::string statement;  // "CREATE ROLE"
  bool alters = false;
  Name role;
  struct Option {
    std::string name;      // "PASSWORD", "HASHED PASSWORD", "SUPERUSER", "ACCESS TO DATACENTERS" ...
    bool is_true = false;  // SUPERUSER = true, LOGIN = true
    std::vector<std::string> values;  // of ACCESS
    Span span;
  };
  std::vector<Option> options;
  Span span;  // of the statement
};

/// GRANT, REVOKE and LIST of permissions.
struct PermissionStatement {
  static constexpr Access kAccess = Access::read;
  std::string statement;  // "GRANT"
  bool lists = false;
  std::vector<std::string> permissions;  // in lower case; none: ALL
  enum class Resource : std::uint8_t {
    none,
    all_tables,
    table,
    all_roles,
    role,
    all_functions,
    function,
    mbean
  };
  Resource resource = Resource::none;
  std::optional<QualifiedName> function;
  std::optional<std::string> mbean;
  Span permissions_span, resource_span;
  Span span;  // of the statement
};

/// A statement that needs somebody who has logged in: DROP ROLE, LIST ROLES, GRANT role, ADD IDENTITY ...
struct LoginStatement {
  static constexpr Access kAccess = Access::read;
  std::string statement;
  Span span;
};

struct CreateFunctionStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName function;
  bool or_replace = false;
  bool if_not_exists = false;
};
struct CreateAggregateStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName aggregate;
  bool or_replace = false;
  bool if_not_exists = false;
  std::vector<TypeName> argument_types;
  Name state_function;
  TypeName state_type;
};
/// DROP FUNCTION and DROP AGGREGATE.
struct DropFunctionStatement {
  static constexpr Access kAccess = Access::definition;
  std::string kind;  // "function" or "aggregate"
  QualifiedName function;
  bool if_exists = false;
  std::vector<TypeName> argument_types;
};
struct CreateTriggerStatement {
  static constexpr Access kAccess = Access::definition;
  QualifiedName table;
  std::string class_name;
  Span class_span;
};
struct DropTriggerStatement {
  static constexpr Access kAccess = Access::definition;
  Name trigger;
  QualifiedName table;
  bool if_exists = false;
};

}  // namespace cellar
