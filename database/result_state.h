// A result: its columns, and the rows from one of their sources.
//
// In:      a statement's notices and, if it answers rows, their columns and source.
// Out:     its rows, notices and counters.
// Refused: what a selection refuses while it is read.
#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "database/selected_rows.h"

namespace cellar {

/// A result has columns of its own; those of a SELECT are its plan's, and keep it. Null: no rows are answered.
using ResultColumns = std::shared_ptr<const std::vector<ResultColumn>>;

struct NoRows {};

/// At most one row, read by a DirectSelect into ResultState::row.
struct FoundRow {
  std::shared_ptr<DatabaseState> database;  // which keeps the memory for a later result
  bool waits = false;                       // is to be handed out
  ReadCounters counters;
};

/// Rows that were there before the result was: those of a command, of a definition, of a condition.
struct ComputedRows {
  std::vector<std::vector<Value>> rows;  // each with a value for every column
  std::size_t next = 0;
};

struct ResultState {
  ResultColumns columns;
  std::vector<Diagnostic> notices;  // before a selection has said what it has cost
  std::variant<NoRows, FoundRow, ComputedRows, SelectedRows> source;
  std::vector<Diagnostic> complete_notices;  // as they are so far
  ResultRow row;                             // which next() fills

  ResultState() = default;
  /// A statement that answers no rows.
  explicit ResultState(std::vector<Diagnostic> of_statement) : notices(std::move(of_statement)) {}
  ResultState(ResultColumns of_rows, ComputedRows rows, std::vector<Diagnostic> of_statement);
  /// A SELECT; more is told to its SelectedRows.
  ResultState(const CachedPlanPointer& planned, const std::shared_ptr<DatabaseState>& database,
              std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted);
  /// The answer of a plan that has a DirectSelect, in memory of an earlier one; null if it takes the longer
  /// way. Its transaction may end.
  static std::unique_ptr<ResultState> of_one_row(const CachedPlanPointer& planned,
                                                 const std::shared_ptr<DatabaseState>& database,
                                                 Transaction& source, std::span<const BoundValue> slots,
                                                 Seconds now);
  /// Keeps the memory of a result that nobody needs any more for a later one.
  static void recycle(std::unique_ptr<ResultState> state);

  /// From now on notices and refusals have their places in another text of the same shape.
  void move_places_to(const KnownShapePointer& shape, const std::vector<ShapeLiteral>& literals);

  /// Null: there are no more rows.
  const ResultRow* next();
  void pause();
  const std::string& read_position() const;
  const std::vector<Diagnostic>& notices_so_far();
  const ReadCounters& counters();
};

}  // namespace cellar
