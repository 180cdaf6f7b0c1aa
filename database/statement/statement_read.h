// Runs statements that read.
//
// In:      the statement that runs, parsed; or planned, with the values of its slots.
// Out:     the result, which reads its rows when they are pulled.
// Refused: what the planner refuses; values that do not fit their markers; what reading the first rows refuses.
#pragma once

#include <memory>
#include <optional>

#include "database/session/session_parts.h"
#include "database/statement/running_statement.h"
#include "database/statement/statement_planning.h"

namespace cellar {

class StatementRead {
 public:
  StatementRead(SessionParts& session, RunningStatement& running, StatementPlanning& planning)
      : session_(session), running_(running), planning_(planning) {}

  /// Plans and runs it.
  ResultPointer run();
  /// Runs a SELECT that is planned and bound. `source` is the group, or the snapshot.
  ResultPointer select(Transaction& source, std::optional<Transaction>& snapshot);

 private:
  ResultPointer use(const UsePlan& plan);

  SessionParts& session_;
  RunningStatement& running_;
  StatementPlanning& planning_;
  const std::shared_ptr<IdleResult> idle_result_ = std::make_shared<IdleResult>();
};

}  // namespace cellar
