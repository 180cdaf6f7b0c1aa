// Tasks that run after a time: writes that wait for the clock, and requests that a fault delays.
//
// In:      a time, and a task, which must not throw.
// Out:     the task runs in a thread of its own kind, once its time has come; at the end all run at once.
// Refused: nothing. If the system grants no thread, or memory is used up, run_after() throws what it throws for that,
//          and the task does not run.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace cellar {

class DelayedTasks {
 public:
  DelayedTasks() = default;
  ~DelayedTasks();
  DelayedTasks(const DelayedTasks&) = delete;
  DelayedTasks& operator=(const DelayedTasks&) = delete;

  /// The thread is started with the first task.
  void run_after(std::chrono::milliseconds delay, std::function<void()> task);
  /// From now on no task waits for its time.
  void hurry();

 private:
  using Time = std::chrono::steady_clock::time_point;
  void work();

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::multimap<Time, std::function<void()>> tasks_;
  bool is_hurrying_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace cellar
