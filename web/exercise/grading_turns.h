// Answers to exercises are graded a few at a time: each takes memory and a processor, and statements go on beside them.
//
// In:      tasks, with a token that asks them to stop.
// Out:     each task runs once in one of the work threads, in the order in which they came.
// Refused: nothing. A task that takes longer than it may is asked to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "storage/transaction/stop_token.h"
#include "web/notebook/notebook.h"

namespace cellar {

struct GradingLimits {
  std::chrono::milliseconds answer{2'000};  // of the answer to one task, with one set of rows
  std::chrono::milliseconds whole{10'000};
  std::size_t memory = std::size_t{32} << 20;
  std::size_t at_once = 2;
};

class GradingTurns {
 public:
  using Task = std::function<void(StopToken)>;

  /// The threads must outlive it, and it the tasks that run.
  GradingTurns(NotebookThreads threads, const GradingLimits& limits)
      : threads_(std::move(threads)), limits_(limits) {}

  void run(Task task);
  /// Asks those that run to stop, and drops the others.
  void end();

 private:
  using Stop = std::shared_ptr<std::atomic<int>>;

  void run_next();

  const NotebookThreads threads_;
  const GradingLimits limits_;
  std::mutex mutex_;  // guards the members below
  std::deque<Task> waiting_;
  std::set<Stop> running_;
  std::size_t places_ = 0;  // that are taken
  bool has_ended_ = false;
};

}  // namespace cellar
