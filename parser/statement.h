// The statements of CQL as plain data with positions: what the parser puts out and the planner reads.
//
// Names are folded (lower case unless quoted). Literals stay untyped text. A literal in
// VALUES, SET, WHERE, IF, LIMIT or USING, and every bind marker, is a slot: the expression holds its
// index, the statement its source. Literals of a select list stay in the expression, since they name
// the result's columns; so do null, true, false, NaN and Infinity, which are words of the language.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "refusal/refusal.h"
#include "types/text/literal.h"
#include "types/type.h"

namespace cellar {

struct Name {
  std::string text;  // folded, without quotes
  Span span;
  bool quoted = false;
};

struct QualifiedName {
  std::optional<Name> keyspace;
  Name name;
  Span span;
};

/// A type as written; user types are names until the planner looks them up.
struct TypeName {
  std::string name;  // lower case, or the name of a user type; "frozen", "list", "vector" ...
  bool quoted = false;
  bool custom = false;              // a Java class in a string literal
  std::optional<Name> keyspace;     // of a user type
  std::vector<TypeName> arguments;  // frozen: 1, list: 1, map: 2 ...
  std::int64_t dimension = 0;       // vector
  Span span;
};

// ---- expressions -----------------------------------------------------------------------------

struct Expression;

struct Literal {
  LiteralKind kind;
  std::string text;  // see types/text/literal.h
};
struct NullLiteral {};
/// Index into Statement::slots.
struct SlotReference {
  std::size_t index;
};
struct ColumnReference {
  Name name;
};
struct ListLiteral {
  std::vector<Expression> elements;  // list or vector
};
struct SetLiteral {
  std::vector<Expression> elements;  // `{}` is a SetLiteral without elements: set, map or user type
};
struct MapLiteral {
  std::vector<Expression> elements;  // key, value, key, value
};
struct UserTypeLiteral {
  std::vector<Name> fields;
  std::vector<Expression> values;  // one a field
};
/// `(a, b)`; with one element, `(a)`, it may stand for the element itself.
struct TupleLiteral {
  std::vector<Expression> elements;
};
struct FunctionCall {
  QualifiedName function;
  std::vector<Expression> arguments;
  bool star = false;  // count(*)
};
enum class ArithmeticOperator : std::uint8_t { add, subtract, multiply, divide, modulo };
struct Arithmetic {
  ArithmeticOperator op;
  std::vector<Expression> operands;  // 2
};
struct Negation {
  std::vector<Expression> operand;  // 1
};
struct Cast {                       // CAST(x AS type)
  std::vector<Expression> operand;  // 1
  TypeName type;
};
struct TypeHint {  // (type) x
  TypeName type;
  std::vector<Expression> operand;  // 1
};
struct ElementAccess {               // x[k]
  std::vector<Expression> operands;  // 2
};
struct SliceAccess {                 // x[a..b], either end open
  std::vector<Expression> operand;   // 1
  std::vector<Expression> from, to;  // 0 or 1
};
struct FieldAccess {                // x.f
  std::vector<Expression> operand;  // 1
  Name field;
};
enum class CellFunction : std::uint8_t { writetime, maxwritetime, ttl };
struct CellFunctionCall {  // WRITETIME(c), also c[k], c[a..b], c.f
  CellFunction function;
  std::vector<Expression> operand;  // 1
};

using ExpressionAlternatives =
    std::variant<NullLiteral, Literal, SlotReference, ColumnReference, ListLiteral, SetLiteral, MapLiteral,
                 UserTypeLiteral, TupleLiteral, FunctionCall, Arithmetic, Negation, Cast, TypeHint,
                 ElementAccess, SliceAccess, FieldAccess, CellFunctionCall>;
/// Its special members are compiled in statement.cpp alone, since every source that holds an expression would
/// compile them again. The same holds for RelationTarget and StatementVariant.
struct ExpressionVariant : ExpressionAlternatives {
  using ExpressionAlternatives::variant;
  ExpressionVariant();
  ExpressionVariant(ExpressionVariant&&) noexcept;
  ExpressionVariant& operator=(ExpressionVariant&&) noexcept;
  ~ExpressionVariant();
};

struct Expression {
  ExpressionVariant node;
  Span span;
};

/// Where the value of a slot comes from.
struct SlotSource {
  enum class Kind : std::uint8_t { literal, marker };
  Kind kind = Kind::literal;
  Literal literal;           // of a literal
  std::optional<Name> name;  // of a marker `:name`; a plain `?` has none
  Span span;
};

// ---- relations and conditions ----------------------------------------------------------------

enum class RelationOperator : std::uint8_t {
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal,
  in,
  contains,
  contains_key,
  like,
  is_not_null,
  ann,
};

struct ColumnTarget {
  Name column;
};
struct ElementTarget {  // m[k]
  Name column;
  Expression key;
};
struct FieldTarget {  // c.f, in IF only
  Name column;
  Name field;
};
struct TupleTarget {
  std::vector<Name> columns;
};
struct TokenTarget {
  std::vector<Name> columns;
};
struct CustomIndexTarget {  // expr(index, value)
  QualifiedName index;
};

using RelationTargetAlternatives =
    std::variant<ColumnTarget, ElementTarget, FieldTarget, TupleTarget, TokenTarget, CustomIndexTarget>;
struct RelationTarget : RelationTargetAlternatives {
  using RelationTargetAlternatives::variant;
  RelationTarget();
  RelationTarget(RelationTarget&&) noexcept;
  RelationTarget& operator=(RelationTarget&&) noexcept;
  ~RelationTarget();
};

struct Relation {
  RelationTarget target;
  RelationOperator op;
  /// One value; of IN the values between its parentheses, or the one marker where `in_marker`.
  std::vector<Expression> values;
  bool in_marker = false;  // IN ? or IN :name
  Span span;               // the relation as a whole
  Span target_span;
};

/// How a statement uses the database. Each kind of statement declares its own as kAccess.
enum class Access : std::uint8_t { read, write, definition };

// ---- SELECT -----------------------------------------------------------------------------------

struct Selector {
  Expression expression;
  std::optional<Name> alias;
  std::string text;  // name of the result's column as Cassandra writes it is derived by the planner
};
struct Ordering {
  Name column;
  bool descending = false;
  std::optional<Expression> ann_of;
  Span span;
};
struct SelectStatement {
  static constexpr Access kAccess = Access::read;
  QualifiedName table;
  bool json = false;
  bool distinct = false;
  Span distinct_span;
  bool star = false;                // SELECT *
  std::vector<Selector> selectors;  // empty with star
  std::vector<Relation> where;
  std::vector<Expression> group_by;  // column references and function calls
  std::vector<Ordering> order_by;
  std::optional<Expression> per_partition_limit;
  std::optional<Expression> limit;
  bool allow_filtering = false;
  Span allow_filtering_span, order_by_span, group_by_span, where_span;
};

// ---- writes -----------------------------------------------------------------------------------

/// USING TIMESTAMP t AND TTL n.
struct UsingClause {
  std::optional<Expression> timestamp;
  std::optional<Expression> time_to_live;
  Span span;
};

struct Conditions {  // IF ...
  bool if_exists = false;
  bool if_not_exists = false;
  std::vector<Relation> relations;
  Span span;  // empty: no IF

  bool any() const { return if_exists || if_not_exists || !relations.empty(); }
};

struct InsertStatement {
  static constexpr Access kAccess = Access::write;
  QualifiedName table;
  std::vector<Name> columns;
  std::vector<Expression> values;
  std::optional<Expression> json;  // INSERT JSON
  bool json_default_unset = false;
  Conditions conditions;
  UsingClause using_clause;
  Span columns_span;
};

struct Assignment {
  enum class Kind : std::uint8_t {
    set,       // c = t
    add,       // c = c + t, c += t
    subtract,  // c = c - t, c -= t
    prepend,   // c = t + c
    element,   // c[k] = t
    field,     // c.f = t
  };
  Kind kind = Kind::set;
  Name column;
  std::optional<Expression> key;  // element
  std::optional<Name> field;      // field
  Expression value;
  Span span;
};
struct UpdateStatement {
  static constexpr Access kAccess = Access::write;
  QualifiedName table;
  UsingClause using_clause;
  std::vector<Assignment> assignments;
  std::vector<Relation> where;
  Conditions conditions;
};

struct DeletionTarget {  // c, c[k], c.f
  Name column;
  std::optional<Expression> key;
  std::optional<Name> field;
  Span span;
};
struct DeleteStatement {
  static constexpr Access kAccess = Access::write;
  QualifiedName table;
  std::vector<DeletionTarget> targets;  // empty: rows
  UsingClause using_clause;
  std::vector<Relation> where;
  Conditions conditions;
};

struct BatchStatement {
  static constexpr Access kAccess = Access::write;
  enum class Kind : std::uint8_t { logged, unlogged, counter };
  Kind kind = Kind::logged;
  UsingClause using_clause;
  std::vector<std::variant<InsertStatement, UpdateStatement, DeleteStatement>> statements;
  std::vector<Span> statement_spans;
};

// ---- definitions ------------------------------------------------------------------------------

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
};

/// A statement that needs somebody who has logged in: DROP ROLE, LIST ROLES, GRANT role, ADD IDENTITY ...
struct LoginStatement {
  static constexpr Access kAccess = Access::read;
  std::string statement;
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

using StatementAlternatives =
    std::variant<SelectStatement, InsertStatement, UpdateStatement, DeleteStatement, BatchStatement,
                 CreateKeyspaceStatement, AlterKeyspaceStatement, DropKeyspaceStatement, UseStatement,
                 CreateTableStatement, AlterTableStatement, DropTableStatement, TruncateStatement,
                 CreateTypeStatement, AlterTypeStatement, DropTypeStatement, CreateIndexStatement,
                 DropIndexStatement, CreateViewStatement, AlterViewStatement, DropViewStatement,
                 DescribeStatement, RoleStatement, PermissionStatement, LoginStatement,
                 CreateFunctionStatement, CreateAggregateStatement, DropFunctionStatement,
                 CreateTriggerStatement, DropTriggerStatement>;
struct StatementVariant : StatementAlternatives {
  using StatementAlternatives::variant;
  StatementVariant();
  StatementVariant(StatementVariant&&) noexcept;
  StatementVariant& operator=(StatementVariant&&) noexcept;
  ~StatementVariant();
};

struct Statement {
  Access access() const;

  StatementVariant node;
  std::vector<SlotSource> slots;  // in the order of the text
};

}  // namespace cellar
