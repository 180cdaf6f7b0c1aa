// A query of a task, taken apart: its relations, order and limit, each to be planned by itself.
//
// In:      a query of the exercise, with $T1 for the table of the answer.
// Out:     its parts, and the forms of it that the rules are judged by.
// Refused: a WrongExercise: what is no SELECT of plain columns, or a statement that is no CQL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/grade/exercise.h"

namespace cellar {

struct QueryRelation {
  std::string text;
  std::vector<std::string> columns;
  bool is_range = false;
};

struct TaskSelect {
  std::string text;                  // with $T1
  std::vector<std::string> columns;  // that it selects
  std::vector<QueryRelation> relations;
  std::vector<ExpectedOrder> order;
  std::optional<std::size_t> limit;

  /// The query itself.
  std::string of(const Task& task, std::string_view table) const;
  /// SELECT * with the relations that are no ranges: what the partition must be found by (MR2).
  std::string by_equality(std::string_view table) const;
  /// The columns and all relations, without order and limit, however many rows are tested.
  std::string filtering(std::string_view table) const;
  /// All relations, for a WHERE clause; may be empty.
  std::string where() const;
  bool has_range() const;
  /// True if a relation fixes the column.
  bool fixes(std::string_view column) const;
};

TaskSelect read_select(const Exercise& exercise, const Task& task, const TaskQuery& query);
/// Refuses a query whose rows the data cannot tell: a column that they lack, an order that nothing names.
void require_data(const Exercise& exercise, const Task& task, const TaskQuery& query,
                  const RowsExpected& expected);
/// Puts the name of the table in the place of $T1.
std::string with_table(const Task& task, std::string text, std::string_view table);

}  // namespace cellar
