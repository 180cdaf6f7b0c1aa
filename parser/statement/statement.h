// A statement as plain data with positions: what the parser puts out and the planner reads.
//
// In:      nothing; the parser fills it.
// Out:     plain data.
// Refused: nothing.
//
// Here SELECT and the writes; parser/statement/definition_statements.h has the definitions,
// parser/statement/expression.h what all of them are made of.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "parser/statement/assignment_kind.h"
#include "parser/statement/batch_kind.h"
#include "parser/statement/definition_statements.h"
#include "parser/statement/expression.h"

namespace cellar {

// ---- SELECT -----------------------------------------------------------------------------------

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
  using Kind = AssignmentKind;
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
  using Kind = BatchKind;
  Kind kind = Kind::logged;
  UsingClause using_clause;
  std::vector<std::variant<InsertStatement, UpdateStatement, DeleteStatement>> statements;
  std::vector<Span> statement_spans;
};

struct Statement;
/// EXPLAIN, which CQL has not.
struct ExplainStatement {
  static constexpr Access kAccess = Access::read;
  enum class Form : std::uint8_t { text, json };
  bool analyze = false;  // the statement is run, and what it costs is measured
  bool timing = true;    // with the time that it takes
  Form form = Form::text;
  Span span;  // of EXPLAIN and its options
  std::shared_ptr<const Statement>
      explained;     // SELECT, INSERT, UPDATE, DELETE or BATCH, with slots of its own
  std::string text;  // all of it: the places of `explained` are in it
};

using StatementAlternatives =
    std::variant<SelectStatement, InsertStatement, UpdateStatement, DeleteStatement, BatchStatement,
                 CreateKeyspaceStatement, AlterKeyspaceStatement, DropKeyspaceStatement, UseStatement,
                 CreateTableStatement, AlterTableStatement, DropTableStatement, TruncateStatement,
                 CreateTypeStatement, AlterTypeStatement, DropTypeStatement, CreateIndexStatement,
                 DropIndexStatement, CreateViewStatement, AlterViewStatement, DropViewStatement,
                 DescribeStatement, RoleStatement, PermissionStatement, LoginStatement,
                 CreateFunctionStatement, CreateAggregateStatement, DropFunctionStatement,
                 CreateTriggerStatement, DropTriggerStatement, ExplainStatement>;
struct StatementVariant : StatementAlternatives {
  using StatementAlternatives::variant;
  StatementVariant();
  StatementVariant(StatementVariant&&) noexcept;
  StatementVariant& operator=(StatementVariant&&) noexcept;
  ~StatementVariant();
};

/// The statements that name no rows of a table: definitions, and what is about the session, the schema or roles. A
/// visitor that looks for rows takes them all alike, and each other statement by its name.
template <typename Kind>
concept StatementWithoutRows = Kind::kAccess == Access::definition || std::same_as<Kind, UseStatement> ||
                               std::same_as<Kind, DescribeStatement> || std::same_as<Kind, RoleStatement> ||
                               std::same_as<Kind, PermissionStatement> || std::same_as<Kind, LoginStatement>;

struct Statement {
  Access access() const;

  StatementVariant node;
  std::vector<SlotSource> slots;  // in the order of the text
};

}  // namespace cellar
