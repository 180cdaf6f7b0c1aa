// The plan of the statement that runs: found, made, kept for the next one.
//
// In:      the statement that runs; the transaction that it reads or writes.
// Out:     its plan; for the long way, its parsed statement before.
// Refused: what the grammar and the planner refuse; a prepared statement of another database, values that were bound
//          for other types.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "database/session/session_parts.h"
#include "database/statement/running_statement.h"

namespace cellar {

class StatementPlanning {
 public:
  StatementPlanning(SessionParts& session, RunningStatement& running)
      : session_(session), running_(running) {}

  /// Begins the run of a prepared statement. Keeps what is known of its last run, if that was the statement before.
  void begin(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  /// Takes the newest plan of the prepared statement that is running.
  void take_prepared_plan();
  /// Parses the running text. Returns why it is refused, as far as that is known without an exception.
  std::optional<Diagnostic> parse();
  /// Plans the running statement for the schema that the transaction sees, unless its plan is still valid.
  void plan(Transaction& transaction);
  /// As above, for what the group or a snapshot shows, which is returned; builds an index or view that it lacks.
  Transaction& plan_read(std::optional<Transaction>& snapshot);
  /// Keeps the plan for statements of the same shape, or for the next run of the prepared statement.
  void keep();
  /// Keeps the statement, if the planner has refused it.
  void keep_refused();

 private:
  /// The prepared statement that this session ran last.
  struct LastPrepared {
    std::shared_ptr<PreparedState> statement;
    CachedPlanPointer planned;  // its newest plan that this session has seen, counted apart
  };

  std::optional<Diagnostic> parse_text();
  std::optional<Diagnostic> find_likely_refusal();

  SessionParts& session_;
  RunningStatement& running_;
  LastPrepared last_prepared_;
  bool refused_last_ = false;  // by the planner
};

}  // namespace cellar
