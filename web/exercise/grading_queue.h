// Answers to exercises are graded a few at a time: each takes memory and a processor, and statements go on beside them.
//
// In:      tasks, which get a token that asks them to stop, and an account for the memory that they take.
// Out:     each task runs once in one of the work threads, in the order in which they came.
// Refused: nothing. A task that takes longer than it may is asked to stop, and refused memory from then on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "refusal/memory_account.h"
#include "storage/transaction/stop_token.h"
#include "web/notebook/notebook.h"

namespace cellar {

struct GradingLimits {
  std::chrono::milliseconds answer{2'000};  // of the answer to one task, with one set of rows
  std::chrono::milliseconds whole{10'000};
  std::size_t memory = std::size_t{32} << 20;          // of the databases in which it is tried
  std::size_t working_memory = std::size_t{64} << 20;  // of the student, while it is graded
  std::size_t at_once = 2;
};

class GradingQueue {
 public:
  using Task = std::function<void(StopToken, MemoryAccount&)>;

  /// The threads must outlive it, and it the tasks that run.
  GradingQueue(NotebookThreads threads, const GradingLimits& limits)
      : threads_(std::move(threads)), limits_(limits) {}

  /// Drops the task if there is no memory to run it.
  void run(Task task);
  /// Tasks that wait or run.
  std::size_t size() const;
  /// Asks those that run to stop, and drops the others.
  void end();

 private:
  struct Grading {
    Grading(Task of, std::shared_ptr<MemoryPool> pool, std::size_t memory)
        : task(std::move(of)), account(std::move(pool), memory) {}
    void end() {
      stop = 1;
      account.end_work();
    }

    const Task task;
    std::atomic<int> stop = 0;
    MemoryAccount account;
  };
  using Gradings = std::list<std::shared_ptr<Grading>>;

  void begin();
  void run_waiting();
  std::shared_ptr<Grading> begin_next();

  const NotebookThreads threads_;
  const GradingLimits limits_;
  mutable std::mutex mutex_;  // guards the members below
  Gradings waiting_, running_;
  std::size_t places_ = 0;  // that are taken
  bool has_ended_ = false;
};

}  // namespace cellar
