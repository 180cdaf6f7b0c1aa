// The threads in which the statements of all notebooks run.
//
// In:      tasks, which must not throw.
// Out:     nothing; each task runs once, in any of the threads.
// Refused: nothing.
//
// A statement that computes for as long as it may keeps its thread, so there are more threads than processors: the system
// gives short statements their turn beside it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cellar {

class WorkThreads {
 public:
  WorkThreads() = default;
  ~WorkThreads() { end(); }
  WorkThreads(const WorkThreads&) = delete;
  WorkThreads& operator=(const WorkThreads&) = delete;

  void run(std::function<void()> task);
  /// Waits for the tasks that run, and drops the others.
  void end();

 private:
  void work();

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;  // threads that wait for a task
  bool is_ending_ = false;
};

}  // namespace cellar
