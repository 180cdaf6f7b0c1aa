// Plans one relation of a WHERE clause by itself.
//
// In:      `c = 1`, `c IN (1, 2)`, `m['k'] = 1`, `(a, b) > (1, 2)`, `token(k) > 5` as they are written.
// Out:     the columns that it restricts, by index, and its typed values.
// Refused: rules: operators that CQL lacks or that the column's type does not take, tuples and
//          tokens of the wrong columns, values of the wrong type.
#pragma once

#include "planner/plan/node.h"
#include "planner/scope.h"

namespace cellar {

enum class StatementKind { select, insert, update, delete_ };
/// Returns the keyword: "SELECT", "UPDATE" ...
const char* name(StatementKind kind);

struct TypedRelation {
  enum class Target { column, element, tuple, token };
  Target target = Target::column;
  std::vector<std::size_t> columns;  // indexes into Table::columns
  /// IN with one value counts as `=`, as in Cassandra.
  RelationOperator op = RelationOperator::equal;
  /// One entry per value: one node, or for a tuple one node per column, or one node for a marker of a whole
  /// tuple.
  std::vector<std::vector<Node>> values;
  std::optional<Node> list;  // the marker of `IN ?`
  std::optional<Node> key;   // the key of an element
  Span span;
  Span target_span;
  std::string text;

  bool is_slice() const { return is_range(op); }
  bool is_contains() const {
    return target == Target::element || op == RelationOperator::contains ||
           op == RelationOperator::contains_key;
  }
  bool is_lower_bound() const {
    return op == RelationOperator::greater || op == RelationOperator::greater_or_equal;
  }
  bool is_inclusive() const {
    return op == RelationOperator::less_or_equal || op == RelationOperator::greater_or_equal;
  }
};

/// Returns the first value that the column at `place` of `relation.columns` is compared with: its own node, or its field
/// of the marker for a whole tuple.
Node first_value_of(const TypedRelation& relation, std::size_t place, const Table& table);

TypedRelation plan_relation(const Relation& relation, StatementKind statement, Scope& scope);

}  // namespace cellar
