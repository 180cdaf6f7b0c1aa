// An exercise, as data: what is given, what is asked, and what an answer must do for its points.
//
// In:      nothing; read_exercise.h fills it from the text of a file.
// Out:     plain data. Points are counted in hundredths, so that shares of them add up.
// Refused: nothing.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "storage/format/mutation.h"

namespace cellar {

/// A piece of the file, with the line of its first character, counted from 1.
struct PlacedText {
  std::string text;
  std::size_t line = 1;
};

struct DataColumn {
  std::string name;
  std::string type;  // as CQL writes it
};
/// Rows that are loaded by the names of their columns: into the table of that name, if the exercise gives one, and into
/// the table that a design answers with.
struct DataSet {
  std::string name;
  std::vector<DataColumn> columns;
  std::vector<std::vector<std::string>> rows;  // cells as written; empty: null
  PlacedText directive{};                      // its first line, as written
};
/// Index into DataSet::columns.
std::optional<std::size_t> find_column(const DataSet& data, std::string_view name);

/// A query of a task: $T1 in it is the table of the answer to T1.
struct TaskQuery {
  std::string name;  // "Q1"
  PlacedText text;
  std::string directive{};  // its first line, as written
};

struct ExpectedOrder {
  std::string column;
  bool descending = false;
  bool operator==(const ExpectedOrder&) const = default;
};

/// The query reads so many partitions and no row in vain.
struct PlanExpected {
  std::uint64_t partitions = 1;
  bool filtered = false;  // it may filter
};
/// The query answers what `data` say; in the order of `order`, if there is one. An answer's own query (task kind query)
/// answers `rows`.
struct RowsExpected {
  bool in_order = false;
  std::vector<ExpectedOrder> order;  // empty: that of the query's ORDER BY
  std::string data;                  // empty: `rows` are expected
  std::vector<std::vector<std::string>> rows;
};
/// No two facts of the data share a row. `columns` tell facts apart.
struct UniqueExpected {
  std::vector<std::string> columns;
  std::string data;
};
struct LintExpected {
  std::vector<std::string> absent;  // codes
};
struct TypesExpected {
  std::vector<std::pair<std::string, std::vector<std::string>>> types;  // of a column, those that are right
};
struct StaticExpected {
  std::vector<std::string> columns;
};
/// The table's default_time_to_live, in seconds. Without this expectation the table may have none.
struct TimeToLiveExpected {
  std::uint64_t seconds = 0;
};
/// No partition holds more rows of the data.
struct SizeExpected {
  std::uint64_t rows = 0;
  std::string data;
};
/// A student predicts whether a query is refused, for which code or rule, or how many rows it answers.
struct VerdictExpected {
  bool names_rule = false;
  bool counts_rows = false;
};

/// A student computes a number.
struct NumberExpected {
  std::uint64_t value = 0;
  std::uint64_t percent = 0;  // that it may be off
};
/// A student names the node that keeps the partition of a query: of so many with equal parts of the ring, from 1 on.
struct NodeExpected {
  std::uint64_t nodes = 1;
};

/// A student writes the cells that the given statements have left in a table. What is not asked for is passed over.
struct LayoutExpected {
  std::string table;
  bool asks_order = false;  // of the rows
  bool asks_static = false;
  bool asks_markers = false;
  bool asks_deletions = false;
  bool asks_time_to_live = false;
};

using ExpectationAlternatives = std::variant<PlanExpected, RowsExpected, UniqueExpected, LintExpected,
                                             TypesExpected, StaticExpected, TimeToLiveExpected, SizeExpected,
                                             VerdictExpected, NumberExpected, NodeExpected, LayoutExpected>;
struct TaskExpectation {
  std::string query;  // empty: it is about the task as a whole
  ExpectationAlternatives what;
  PlacedText directive{};  // its first line, as written
};

struct Hint {
  int cost = 0;  // hundredths of a point
  std::string text;
  std::string rule{};  // if any: it is shown when this rule has lost points, and costs nothing
};

enum class TaskKind : std::uint8_t { design, query, predict, repair, layout, size, place };
std::string_view name(TaskKind kind);
/// Nothing for a word that names no kind.
std::optional<TaskKind> find_task_kind(std::string_view name);

/// A rule by which answers lose points. Rules with one group share its points.
struct GradedRule {
  std::string_view name;
  std::string_view group;  // empty: the rule of each query has points of its own
  int weight = 10;         // of the group, where a task sets none
};
inline constexpr GradedRule kGradedRules[] = {{"MR1", "MR1", 10},
                                              {"MR2", "MR2", 40},
                                              {"MR3", "MR3/4", 30},
                                              {"MR4", "MR3/4", 30},
                                              {"MR5", "MR5", 20},
                                              {"types", "columns"},
                                              {"static", "columns"},
                                              {"size", "size"},
                                              {"lint", "lint"},
                                              {"accepted", "accepted", 40},
                                              {"plan", "plan", 40},
                                              {"rows", "rows", 60},
                                              {"partition", "partition", 20},
                                              {"clustering", "clustering", 20},
                                              {"name", "name", 20},
                                              {"value", "value", 20},
                                              {"verdict", ""},
                                              {"reason", ""},
                                              {"count", ""},
                                              {"number", ""},
                                              {"node", ""},
                                              {"order", ""},
                                              {"marker", ""},
                                              {"deletion", ""},
                                              {"ttl", ""}};
/// Null for a word that names no rule.
const GradedRule* find_graded_rule(std::string_view name);

struct Task {
  std::string id;  // "T1"
  TaskKind kind = TaskKind::design;
  int points = 0;  // hundredths
  std::string title;
  std::map<std::string, int> weights;  // of rules, where the exercise sets them
  std::vector<TaskQuery> queries;
  std::vector<TaskExpectation> expectations;
  std::vector<Hint> hints;
  PlacedText broken;  // of a repair
  std::size_t line = 1;

  /// True of a task that is answered with a table, which queries read.
  bool asks_for_table() const;
  /// True of a task that is answered with lines of comments, and not with statements.
  bool asks_for_words() const;
  /// True if the task has such an expectation. Where it has none of static columns, of the type of a column or of the time to
  /// live, a fault in these is one of the rows.
  template <typename Expected>
  bool asks() const {
    return std::ranges::any_of(expectations, [](const TaskExpectation& expectation) {
      return std::holds_alternative<Expected>(expectation.what);
    });
  }
  /// True if it says of which types a column may be.
  bool asks_type_of(std::string_view column) const;
};

/// What the statements of one answer to one task may use up.
struct GradeLimits {
  std::chrono::milliseconds time{5'000};
  std::size_t rows = 10'000;  // of one query
  std::size_t memory = std::size_t{32} << 20;
  std::size_t statements = 50;
  std::size_t text = std::size_t{64} << 10;
};

struct Exercise {
  std::string file;  // as it was named
  std::string text;
  std::string id, title;
  int points = 0;  // hundredths; the sum of the tasks'
  int level = 1;
  Timestamp clock = 1'735'689'600'000'000;  // microseconds; 2025-01-01
  std::uint64_t random_seed = 42;
  GradeLimits limits;
  std::vector<PlacedText> given;
  std::vector<DataSet> data;
  std::vector<Task> tasks;

  const Task* find_task(std::string_view id) const;
  const DataSet* find_data(std::string_view name) const;
};

/// Other rows in the place of those that are handed out.
struct HiddenVariant {
  std::string name;  // what is special in them, for the report
  std::string file;
  std::vector<DataSet> data;
};

/// An answer that the teacher has written, to test the exercise.
struct SampleAnswer {
  std::string why;
  bool is_right = true;
  std::map<std::string, PlacedText> parts;  // by the id of the task
  std::vector<std::string> losses;          // "T1.MR5": what a wrong one loses, sorted
  std::size_t line = 1;
};

/// The teacher's file beside an exercise.
struct TeacherAnswers {
  std::string file;
  std::string text;
  std::vector<HiddenVariant> hidden;
  std::vector<SampleAnswer> samples;
};

}  // namespace cellar
