// The threads in which the statements of all notebooks run.
//
// In:      tasks.
// Out:     nothing; each task runs once, in any of the threads of its lane. What it throws ends it, and no other one.
// Refused: nothing.
//
// A statement that computes for as long as it may keeps its thread, so there are more threads than processors: the
// system gives short statements their turn beside it. Tasks of low priority have few threads:
// however many there are, the others find a thread and a processor.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace cellar {

class WorkThreads {
 public:
  enum class Lane : std::uint8_t { usual, low_priority };

  WorkThreads() = default;
  ~WorkThreads() { end(); }
  WorkThreads(const WorkThreads&) = delete;
  WorkThreads& operator=(const WorkThreads&) = delete;

  void run(std::function<void()> task, Lane lane = Lane::usual);
  /// Drops the tasks that do not run yet. Returns false if others still run when the time is over.
  bool stop(std::chrono::milliseconds patience);
  /// The same, and waits for the tasks that run.
  void end();

 private:
  struct Workers {
    explicit Workers(Lane of, std::size_t most_threads) : lane(of), most(most_threads) {}
    bool want_a_thread() const { return tasks.size() > idle && count < most; }

    const Lane lane;
    const std::size_t most;
    std::size_t count = 0;
    std::size_t idle = 0;  // threads that wait for a task
    std::deque<std::function<void()>> tasks{};
    std::condition_variable changed{};
  };
  static constexpr std::size_t kMostThreads = 32, kMostLowPriority = 8;

  /// A thread has the priority of the one that starts it, so one that runs no tasks starts all others.
  void start_threads();
  bool start_thread(Workers& workers);
  void work(Workers& workers);
  void end_this_thread(Workers& workers);

  std::mutex mutex_;  // guards the members below
  Workers usual_{Lane::usual, kMostThreads}, low_priority_{Lane::low_priority, kMostLowPriority};
  std::condition_variable wanted_;  // a thread is
  std::condition_variable done_;    // a task is
  std::size_t running_ = 0;         // tasks
  std::list<std::thread> threads_, ended_threads_;
  std::thread starter_;  // begins with the first task
  bool is_ending_ = false;
};

}  // namespace cellar
