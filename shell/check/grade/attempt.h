// An answer to one task, tried in one variant of the data, and judged check by check.
//
// In:      a database of the exercise, the task, and the student's text.
// Out:     whether a check holds, or why it does not.
// Refused: nothing: what refuses the student's statements is the reason why the checks fail.
//
// Sources: attempt.cpp; table_attempt.cpp, table_contents.cpp, table_queries.cpp (designs); query_attempt.cpp; predict_attempt.cpp,
// whose words are read in predict/; layout_attempt.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "planner/explain/explanation.h"
#include "shell/check/grade/answer_bounds.h"
#include "shell/check/grade/exercise_database.h"
#include "shell/check/grade/grade.h"
#include "shell/check/grade/layout/layout.h"
#include "shell/check/grade/prediction.h"
#include "shell/check/grade/task_query.h"

namespace cellar {

/// What one check asks of an answer. A task has the same checks whatever the answer is.
struct TaskCheck {
  std::string query, rule;
  Sentence what;
  const TaskExpectation* expectation = nullptr;  // null: that the answer is accepted
  int points = 0;                                // hundredths
};
std::vector<TaskCheck> checks_of(const Exercise& exercise, const Task& task);

/// Nothing: the check holds.
using Judgement = std::optional<Shortfall>;

/// What an answer is tried with.
struct AnswerTrial {
  ExerciseDatabase& database;
  const Task& task;
  const PlacedText& part;
  const std::string& file;  // of the answer, for places
  /// The teacher's answer to the same task: what it answers in a hidden variant is right. Null for the rows that are handed out.
  const PlacedText* right = nullptr;
};

/// A table: what the queries of the task do with it, and whether it holds every fact.
class TableAttempt {
 public:
  explicit TableAttempt(const AnswerTrial& trial);
  Judgement judge(const TaskCheck& check);

 private:
  void make_table();
  void run_part(const ScriptPart& part);
  void load();
  Judgement judge_plan(const TaskSelect& select, const PlanExpected& expected) const;
  Judgement judge_ranges(const TaskSelect& select) const;
  Judgement judge_content(const TaskSelect& select, const DataSet& data);
  Judgement judge_order(const TaskSelect& select, const RowsExpected& expected);
  Judgement judge_stored_order(const TaskSelect& select, const std::vector<ExpectedOrder>& order) const;
  Judgement judge_rows(const ReadRows& read, const DataSet& data, const TaskSelect& select,
                       const std::vector<ExpectedOrder>& order);
  void read_back(const DataSet& data);
  std::vector<std::size_t> last_of_keys(const DataSet& data);
  Value stored_value(const DataSet& data, std::size_t number, const Column& column);
  void note_other_families(const DataSet& data);
  Judgement column_fault_of(const TaskSelect& select) const;
  Judgement unnamed_column_fault() const;
  Judgement judge_end_of_rows() const;
  Judgement judge_unique(const UniqueExpected& expected);
  Judgement judge_size(const SizeExpected& expected);
  Judgement judge_lints(const LintExpected& expected) const;
  Judgement judge_types(const TypesExpected& expected) const;
  Judgement judge_static(const StaticExpected& expected) const;
  Judgement judge_time_to_live(const TimeToLiveExpected& expected) const;
  TaskSelect select_of(const TaskCheck& check) const;
  /// The values of a row in columns of the table, as one text to be compared.
  std::string key_of(const std::vector<std::string>& row, const DataSet& data,
                     const std::vector<const Column*>& columns);
  std::string shown_partition(const std::vector<std::string>& row, const DataSet& data) const;

  const AnswerTrial& trial_;
  TypeBounds types_;
  TablePointer table_;
  std::vector<Diagnostic> lints_;
  std::optional<Shortfall> fault_;      // the answer is refused
  std::optional<Sentence> load_fault_;  // the rows do not go into the table
  std::vector<bool> is_kept_;           // of each row of the data; whatever its static cells say
  std::map<std::string, std::map<std::string, Value>> statics_;  // by the partition key, by the column
  /// A column that says less than the data, or something else, in a table that holds the rows.
  struct ColumnFault {
    std::string column;
    Sentence reason;
  };
  std::vector<ColumnFault> overwritten_;  // static columns
  std::vector<ColumnFault> unasked_;      // of which no expectation of the task asks
};

/// A SELECT: its plan and its rows.
class QueryAttempt {
 public:
  explicit QueryAttempt(const AnswerTrial& trial);
  Judgement judge(const TaskCheck& check);

 private:
  Judgement judge_plan(const PlanExpected& expected) const;
  Judgement judge_rows(const RowsExpected& expected);
  ReadRows expected_rows(const RowsExpected& expected);
  /// The rows that the teacher's answer reads in a hidden variant, or why it reads none.
  std::variant<ReadRows, Sentence> rows_of_right_answer();
  Judgement compare(ReadRows expected, bool in_order) const;

  const AnswerTrial& trial_;
  ScriptPart select_;
  ReadRows read_;
  std::optional<Shortfall> fault_;
};

/// A student's predictions of queries: verdicts, numbers, nodes.
class PredictAttempt {
 public:
  explicit PredictAttempt(const AnswerTrial& trial);
  Judgement judge(const TaskCheck& check);

 private:
  /// What a query does when it is run. Each is run once, in their order.
  struct Outcome {
    std::optional<Diagnostic> refusal;
    std::size_t rows = 0;
    bool is_write = false;
  };
  Outcome run(const std::string& query) const;
  Judgement judge_verdict(const TaskCheck& check, const Prediction& predicted) const;
  static Judgement judge_number(const NumberExpected& expected, const Prediction& predicted);
  Judgement judge_node(const TaskCheck& check, std::uint64_t nodes, const Prediction& predicted) const;
  const std::string& query_of(const TaskCheck& check) const;

  const AnswerTrial& trial_;
  Judgement fault_;
  std::map<std::string, Prediction> predictions_;  // by the name in small letters
  std::map<std::string, Outcome> outcomes_;
};

/// The cells of a table, as a student writes them.
class LayoutAttempt {
 public:
  explicit LayoutAttempt(const AnswerTrial& trial);
  Judgement judge(const TaskCheck& check);

 private:
  Judgement judge_rule(std::string_view rule) const;
  void read_layouts(const LayoutExpected& expected);

  const AnswerTrial& trial_;
  Judgement fault_;
  CellLayout stored_, told_;
};

using Attempt = std::variant<TableAttempt, QueryAttempt, PredictAttempt, LayoutAttempt>;
Attempt try_answer(const AnswerTrial& trial);

// Parts of several.

/// Returns why an answer is not looked at: it is missing, or larger than an answer may be.
Judgement unfit_part(const AnswerTrial& trial, std::size_t statements);
Shortfall shortfall(Sentence reason, std::vector<Sentence> example = {});
Shortfall no_answer(const AnswerTrial& trial);
/// The shortfall of a query that the planner refuses.
Shortfall refused_query(const Diagnostic& refusal, const std::string& query);
/// The words for an answer with more rows than the exercise allows.
Sentence too_many_rows(const ReadRows& read, const GradeLimits& limits);
/// The place of a refused statement.
PlacedDiagnostic placed(const Diagnostic& refusal, const ScriptPart& part, const std::string& file);
Shortfall refused(const Diagnostic& refusal, const ScriptPart& part, const std::string& file);
/// Plans a statement under the policy `teach`, and says what it would do; or what refuses it.
std::variant<Explanation, Diagnostic> explain_query(const ExerciseDatabase& database,
                                                    const std::string& text);
std::variant<Explanation, Diagnostic> explain_query(const Schema& schema, const std::string& keyspace,
                                                    const std::string& text);
Judgement judge_explained(const Explanation& explanation, const PlanExpected& expected);
/// A row as a line: values as literals.
std::string shown_row(const std::vector<ResultColumn>& columns, const std::vector<Value>& row);
/// The bytes of a row as one text: equal if the rows are.
std::string packed(const std::vector<Value>& row);

}  // namespace cellar
