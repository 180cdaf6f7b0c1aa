// The statement that a session runs.
//
// In:      its text, a prepared statement or a request, with the values of its markers.
// Out:     what is known of it so far, for its next steps, as plain data.
// Refused: parts of a BATCH that are of another database.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "database/results/result_state.h"
#include "database/statement/batch_parts.h"
#include "database/statement/bound_text.h"

namespace cellar {

/// The outcome of a step of a statement.
enum class StepResult {
  done,
  other_way,  // nothing was done; the statement must take the long way
  refused,    // only for attempt(): RunningStatement::refusal says why
  in_queue,   // only for a submitted request: its write waits in the queue to become durable
};

struct RunningStatement {
  std::string_view text;              // if it is not prepared
  PreparedState* prepared = nullptr;  // if it is: the one that StatementPlanning keeps
  std::span<const BoundValue> values;
  const Request* request = nullptr;   // further settings; null if there is no request
  std::unique_ptr<BatchParts> parts;  // of a Batch

  std::shared_ptr<const Statement> statement;  // on the long way
  CachedPlanPointer planned;
  const CachedPlan* plan_before = nullptr;       // of the prepared statement when it began to run
  BoundText bound;                               // on the short way
  std::vector<BoundValue> slots;                 // their memory is used for one statement after another
  bool is_use = false;                           // a USE statement that has run
  std::optional<Diagnostic>* refusal = nullptr;  // takes a refusal that need not be thrown
  ResultPointer answer;  // the rows of a conditional write, or the notices of a batch, once it was gathered
  std::chrono::nanoseconds parsing{};

  /// Forgets the statement before, but for the memory of its slots, and if `keeps_plan` for its plan and statement. A
  /// new member is to be set back here, too: to move a new object here instead costs each read of one row.
  void begin(bool keeps_plan) {
    text = {};
    prepared = nullptr;
    values = {};
    request = nullptr;
    parts.reset();
    if (!keeps_plan) {
      statement.reset();
      planned.reset();
    }
    plan_before = nullptr;
    bound.clear();
    is_use = false;
    refusal = nullptr;
    answer.reset();
    parsing = {};
  }

  /// Returns the second that decides what has expired: the request's, or that of the clock.
  Seconds now_seconds(Timestamp now_microseconds) const {
    return request != nullptr && request->now ? *request->now : now_microseconds / 1'000'000;
  }
  void bind() { cellar::bind(*planned, values, slots); }
  /// Puts the parts of a Batch together: they are the running text and its values from then on.
  void join_parts() {
    parts->join();
    text = parts->text();
    values = parts->values();
  }
};

}  // namespace cellar
