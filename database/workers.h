// The threads of a database that run what sessions submit.
//
// In:      tasks, which must not throw.
// Out:     nothing; each task runs once, in any of the threads.
// Refused: a wait of a task, if as many wait as there may be (`too_many_waiting`).
//
// There are no threads before the first task. Where the system grants none at all, a task runs in the thread
// that brings it: at once, or behind the task that brings it. The end waits for all tasks.
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

  /// Held while a thread waits for what a task may have to bring about: if the thread is one of these,
  /// another one works meanwhile.
  class Waiting {
   public:
    explicit Waiting(Workers& workers);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Workers* workers_ = nullptr;  // null in other threads
  };

 private:
  void start_threads();
  void work();
  static void run_here(std::function<void()> task);

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  unsigned waiting_ = 0;
  bool is_ending_ = false;
};

}  // namespace cellar
