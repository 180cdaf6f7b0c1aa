// Runs statements that write: in the group of the session, or through the write queue of the database.
//
// In:      the statement that runs, parsed; or planned, with the values of its slots.
// Out:     the write is part of the group, or durable; or it waits in the queue, and the function that the constructor
//          takes is called when it has ended.
// Refused: what the planner refuses, and what WriteGathering refuses; a wait that is interrupted or too long; what the
//          commit refuses.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "database/statement/write_gathering.h"

namespace cellar {

class StatementWrite {
 public:
  /// `ended` is called in the thread that leads the write queue: it must let another thread call resume(), or call it
  /// itself if is_written().
  StatementWrite(SessionParts& session, RunningStatement& running, StatementPlanning& planning,
                 std::function<void()> ended);
  ~StatementWrite();
  StatementWrite(const StatementWrite&) = delete;
  StatementWrite& operator=(const StatementWrite&) = delete;

  /// Plans and runs it.
  StepResult run();
  /// Runs it by the plan of its shape, with the values of its slots.
  StepResult run_known();
  StepResult run_batch(BoundBatch& batch);

  // After StepResult::in_queue.
  /// Continues after the write has ended.
  StepResult resume();
  /// Returns whether the write is durable, so that resume() returns StepResult::done at once.
  bool is_written() const;
  void forget_queued();

 private:
  /// Gathers what the statement changes, in the thread that leads the queue. Returns false for StepResult::other_way.
  using Gather = bool (WriteGathering::*)(WriteTransaction& transaction, std::vector<Mutation>& mutations);
  class AwaitedWrite;
  class SubmittedWrite;

  void bind();
  StepResult write(Gather gather);
  /// Throws KeyTimeAhead, and has written nothing, if the write has to wait for the clock.
  StepResult write_once(Gather gather);
  bool write_in_group(Gather gather);
  bool gather_and_apply(Gather gather, WriteTransaction& transaction);
  StepResult resume_later(const KeyTimeAhead& ahead);
  void note_wait_for_clock(std::chrono::microseconds waited);

  SessionParts& session_;
  RunningStatement& running_;
  StatementPlanning& planning_;
  const std::function<void()> ended_;
  WriteGathering gathering_;
  std::unique_ptr<SubmittedWrite> queued_;
  std::optional<std::chrono::microseconds> wait_for_clock_;  // of the submitted write
  std::vector<Mutation> mutations_;  // their memory is used for one statement after another
};

}  // namespace cellar
