// The times that functions give to keys of the statement that runs (executor/write/key_times.h).
//
// In:      the statements of a write, with the values of their slots.
// Out:     the time of each key; a notice, if a key got another time than its function would have given.
// Refused: a wait for the clock that is interrupted. Throws KeyTimeAhead if the write has to wait for it.
#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "database/session/open_group.h"
#include "database/session/session_wait.h"
#include "database/statement/bound_batch.h"
#include "executor/write/key_times.h"

namespace cellar {

class GeneratedTimes {
 public:
  GeneratedTimes(DatabaseState& database, OpenGroup& group, const SessionWait& wait)
      : database_(database), group_(group), wait_(wait) {}

  /// A write begins. If it is gathered again, its functions still give the time at which it was first gathered.
  void begin() { began_.reset(); }
  /// Sets the times at which the statements of the plan take place, in `run` and in its context.
  void choose(const WritePlan& plan, std::span<const BoundValue> slots, EvaluationContext& context,
              WriteRun& run);
  /// As above, for the statements of a batch. Returns false if none of them has such a key.
  bool choose(std::span<const BatchedStatement> batch, EvaluationContext& context, WriteRun& run);
  /// Returns whether a row that was gathered got another time.
  bool has_moved() const { return times_.moved != 0; }
  /// Says so. The plan is that of the write, or of the first statement of a batch.
  Diagnostic notice(const WritePlan& plan) const;
  /// Commits the group, since others write meanwhile, and returns how long the write has to wait: a second at most.
  std::chrono::microseconds commit_and_time_to_wait(const KeyTimeAhead& ahead) const;
  /// Waits so long, at most, and returns how long it has waited.
  std::chrono::microseconds wait_for_clock(const KeyTimeAhead& ahead) const;

 private:
  void choose_for(std::span<const TimedStatement> statements, EvaluationContext& context, WriteRun& run);

  DatabaseState& database_;
  OpenGroup& group_;
  const SessionWait& wait_;
  std::optional<Timestamp> began_;
  KeyTimes times_;
};

}  // namespace cellar
