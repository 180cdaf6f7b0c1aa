// Runs definitions.
//
// In:      the statement that runs, parsed or prepared.
// Out:     the change is durable, and known to all sessions; the result says what has changed, with its notices.
// Refused: what the planner refuses; a wait to write that is interrupted or too long.
#pragma once

#include "database/session/session_parts.h"
#include "database/statement/running_statement.h"

namespace cellar {

class StatementDefinition {
 public:
  StatementDefinition(SessionParts& session, RunningStatement& running)
      : session_(session), running_(running) {}

  ResultPointer run();

 private:
  SchemaPointer change_schema(WriteTransaction& transaction, const Schema& before);
  ResultPointer run_unchanged(WriteTransaction transaction);
  /// Returns what the definition that has run has changed, and what there is to say about it.
  ResultPointer answer(const Schema& before, const Schema& after);

  SessionParts& session_;
  RunningStatement& running_;
};

}  // namespace cellar
