// The threads of a database that run what sessions submit.
//
// In:      tasks, which must not throw. Out: nothing; each task runs once, in any of the threads.
// Refused: nothing. Where the system grants no thread at all, a task runs in the thread that brings it.
//
// There are no threads before the first task. The end waits for all tasks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cellar {

class Workers {
 public:
  Workers() = default;
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void run(std::function<void()> task);

  /// Held by a task while it waits for what another task may have to bring about: a thread more works
  /// meanwhile, up to a bound.
  class Waiting {
   public:
    explicit Waiting(Workers& workers);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Workers& workers_;
  };

 private:
  void start_threads();
  void work();

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  unsigned waiting_ = 0;
  bool is_ending_ = false;
};

}  // namespace cellar
