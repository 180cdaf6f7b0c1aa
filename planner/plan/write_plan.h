// The plans of statements that write rows.
//
// In:      nothing; the planner fills it.
// Out:     what is written where, and on which condition, as plain data.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "parser/statement/assignment_kind.h"
#include "parser/statement/batch_kind.h"
#include "planner/plan/restrictions.h"
#include "schema/schema.h"

namespace cellar {

struct AssignmentPlan {
  AssignmentKind kind = AssignmentKind::set;
  std::size_t column = 0;
  std::optional<Node> key;  // element: map key, or list index (int)
  std::size_t field = 0;    // field
  Node value;
  Span span;
};

/// INSERT and UPDATE. In a ConditionalPlan an assignment may also compute a value from the stored one: its kind
/// is `add`, its column is simple and no counter, and its value is the call that adds to the ColumnNode.
struct UpsertPlan {
  TablePointer table;
  std::vector<Choices> partition_key;
  std::vector<ClusteringStep> clustering;  // all columns, or none where only static columns are written
  bool writes_row = true;                  // false: the static row alone
  bool row_marker = false;                 // INSERT
  std::vector<AssignmentPlan> assignments;
  std::optional<Node> timestamp, time_to_live;
};

struct DeletionPlan {
  std::size_t column = 0;
  std::optional<Node> key;           // element: map key, set element, or list index
  std::optional<std::size_t> field;  // of an unfrozen user type
  Span span;
};
struct DeletePlan {
  TablePointer table;
  std::vector<Choices> partition_key;
  ClusteringRestriction clustering;   // without any: the partition (or static columns)
  std::vector<DeletionPlan> columns;  // empty: rows
  std::optional<Node> timestamp;
};

struct BatchPlan {
  BatchKind kind = BatchKind::logged;
  std::optional<Node> timestamp;
  std::vector<std::variant<UpsertPlan, DeletePlan>> statements;
};

/// A test of IF on a column, on an element of a collection or on a field of a user type.
struct ConditionPlan {
  std::size_t column = 0;            // index into Table::columns
  std::optional<Node> key;           // c[k]: the key of a map, or the index of a list
  std::optional<std::size_t> field;  // c.f
  RelationOperator op = RelationOperator::equal;
  std::vector<Node> values;  // one, or those of IN
  std::optional<Node> list;  // IN ?
  Span span;
};
struct Unconditional {};  // a statement of a batch in which others have conditions
struct RowExists {};      // IF EXISTS
struct RowIsAbsent {};    // IF NOT EXISTS
struct ColumnsPass {
  std::vector<ConditionPlan> conditions;
};
using WriteCondition = std::variant<Unconditional, RowExists, RowIsAbsent, ColumnsPass>;

struct ConditionalWrite {
  WriteCondition condition;
  std::variant<UpsertPlan, DeletePlan> write;
  Span span;  // of IF
};
/// Writes to one partition that are made together if all their conditions hold: one statement, or those of a
/// batch. They answer a row: [applied], and if they were not made, the values that the conditions met.
struct ConditionalPlan {
  TablePointer table;
  std::vector<ConditionalWrite> writes;
  std::vector<std::size_t> tested;  // the columns that decide and that sums add to, keys left out
  std::vector<std::size_t>
      wanted;  // the columns that are read for the answer, keys left out; all of `tested` too
  std::vector<std::size_t> shown;  // the columns of the answer after [applied]
};

using WriteAlternatives = std::variant<UpsertPlan, DeletePlan, BatchPlan, ConditionalPlan>;
struct WritePlan : WriteAlternatives {
  using WriteAlternatives::variant;
  WritePlan();
  WritePlan(WritePlan&&) noexcept;
  WritePlan& operator=(WritePlan&&) noexcept;
  ~WritePlan();
};

}  // namespace cellar
