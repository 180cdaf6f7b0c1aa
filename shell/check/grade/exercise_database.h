// The database in which one answer to one task is judged, with the rows of one variant of the data.
//
// In:      an exercise, a hidden variant or none, a token that asks to stop.
// Out:     an empty temporary database in which the given statements have run and the rows are loaded; statements of answers run
//          within the limits of the exercise. The clock and the seed are those of the exercise, so each run answers the same.
// Refused: a WrongExercise if a given statement or a row is refused. What refuses a statement of an answer is thrown as it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/grade/exercise.h"
#include "shell/check/grade/layout/layout.h"
#include "shell/check/grade/words/phrase.h"
#include "shell/teach/cells/lesson_clock.h"

namespace cellar {

/// A statement of a script, or a line that is a command of the shell.
struct ScriptPart {
  std::string text;
  std::size_t line = 1;
  bool is_command = false;
};
std::vector<ScriptPart> split_script(const PlacedText& script);

/// The rows of a query, up to the limit of the exercise.
struct ReadRows {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
  std::vector<Diagnostic> notices;
  bool is_cut = false;  // there are more, or they and what they are computed from take too much memory
};

/// Why rows do not go into a table.
struct LoadFault {
  std::string column;              // of the key, which the rows do not have; empty: `refusal` says why
  std::optional<std::size_t> row;  // the number of the one that is refused; nothing: all of them together are
  std::optional<Diagnostic> refusal;
};

class ExerciseDatabase {
 public:
  /// All must outlive it. `variant` is null for the rows that are handed out.
  ExerciseDatabase(const Exercise& exercise, const HiddenVariant* variant, StopToken stop);

  const Exercise& exercise() const { return exercise_; }
  /// The rows of the variant.
  const DataSet& data(std::string_view name) const;
  /// The keyspace in use after the given statements, where an answer makes its tables.
  const std::string& keyspace() const { return keyspace_; }
  SchemaPointer schema() const { return session_.schema(); }
  TablePointer table(std::string_view name) const { return schema()->find_table(keyspace_, name); }

  /// The time that the answer has begins anew.
  void begin_answer();
  /// Runs a statement, in the time and, in a program that counts it (refusal/memory_account.h), the memory that are left.
  ReadRows run(const std::string& statement, Policy policy = Policy::teach);
  /// As above, without that limit, for what the grader itself asks.
  std::vector<std::vector<Value>> all_rows(const std::string& statement);
  /// Writes the rows into a table by the names of its columns. Returns why it cannot; nothing if all are written.
  std::optional<LoadFault> load(const Table& table, const DataSet& data);
  /// Returns the value of a cell, as it would be stored in a column of the type. Refuses a cell that is no such value.
  Value value_of(const Type& type, const std::string& cell);
  /// The same for a literal, in the form of to_literal().
  std::string literal_of(const Type& type, const std::string& literal);
  /// The cells of a table of the exercise that `expectation` names. Refuses a table that there is not.
  CellLayout layout_of(std::string_view table, const TaskExpectation& expectation) const;

  /// Returns the type that the data declare for a column.
  Type type_of(const DataSet& data, std::size_t column) const;
  /// Returns which rows of the data pass the relations of a WHERE clause, in their order; all if it is empty. Another table
  /// than the answer's decides about it: one in which every row has a number as its key.
  std::vector<std::size_t> rows_where(const DataSet& data, std::string_view where);

 private:
  void read_rows(const std::string& statement, Policy policy, ReadRows& read);
  void run_given();
  void load_given();
  /// The statement that stores a row of the data, and the data's columns that its markers stand for.
  struct Loading {
    std::string statement;
    std::vector<std::size_t> columns;
  };
  static Loading loading_of(const Table& table, const DataSet& data);
  void number_rows(const DataSet& data);
  [[noreturn]] void refuse_given(const ScriptPart& part, std::string_view id, Parameters parameters) const;
  /// `row`: the number of the one that is refused; nothing: all together are.
  [[noreturn]] void refuse_rows(const DataSet& data, const Diagnostic& refusal,
                                std::optional<std::size_t> row = std::nullopt) const;
  [[noreturn]] void refuse_data(const DataSet& data, std::string_view id, Parameters parameters) const;

  const Exercise& exercise_;
  const HiddenVariant* variant_;
  StopToken stop_;
  std::shared_ptr<LessonClock> clock_ = std::make_shared<LessonClock>();
  Database database_;
  Session session_;
  std::string keyspace_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;  // of the answer; what is given has none
};

/// Returns the column of the key that has no values in the data. Ids (uuid, timeuuid) need none: each row is given a fresh one.
std::optional<std::string> key_without_data(const Table& table, const DataSet& data);
/// The sentence that tells a student of the fault.
Sentence said_of(const LoadFault& fault, const Table& table, const DataSet& data, const GradeLimits& limits);

}  // namespace cellar
