// What a move waits for: nodes that are lost or late, and writes whose answers were lost.
//
// In:      refusals, and when something was acknowledged; the moments from which on writes may be under way that nobody waits
//          for.
// Out:     waits, and what is said meanwhile.
// Refused: an interrupt.
#pragma once

#include <chrono>
#include <optional>

#include "shell/move/move.h"

namespace cellar {

/// True for what a cluster may get over: a node that is lost, late, missing or overloaded. A write that a file refuses is not.
bool may_pass(const Diagnostic& refusal, bool writes_file);

class MoveWaits {
 public:
  explicit MoveWaits(const MoveTask& task) : task_(task) {}

  /// Waits a little, and returns whether it may be tried again: not for a refusal that no time mends, nor after the
  /// patience of the task without a step.
  bool await_other_try(const Diagnostic& refusal);
  /// Something was acknowledged.
  void note_step() { first_failure_.reset(); }
  /// Writes that were sent before, so long ago, may still arrive.
  void note_lost_writes(std::chrono::seconds ago);
  /// Waits until they cannot any more.
  void await_late_writes();

 private:
  using Clock = std::chrono::steady_clock;

  void sleep_until(Clock::time_point end);

  const MoveTask& task_;
  std::optional<Clock::time_point> first_failure_, lost_at_;
  std::chrono::milliseconds delay_{};
};

}  // namespace cellar
