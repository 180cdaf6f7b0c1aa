// The threads of a database that run submitted requests.
//
// In:      tasks, which must not throw.
// Out:     nothing; each task runs once, in any of the threads.
// Refused: a wait of a task, if the largest permitted number of tasks waits already (`too_many_waiting`).
//
// The threads are started with the first task. If the system grants none at all, a task runs in the thread
// that calls run(): at once, or after the task that called run(). The destructor waits for all tasks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
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

  /// Held while a thread waits for something that may depend on a task: if the thread is one of the workers,
  /// another thread works meanwhile.
  class Waiting {
   public:
    explicit Waiting(Workers& workers);
    /// For a wait that cannot be refused: more threads are started than there may be otherwise. Who waits
    /// calls work_if_all_wait() from time to time, since the system may grant no more.
    Waiting(Workers& workers, std::nothrow_t) noexcept;
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    /// If all threads wait, runs a task in this one.
    void work_if_all_wait();

   private:
    Workers* workers_ = nullptr;  // null in other threads
  };

 private:
  void start_threads(unsigned most);
  std::function<void()> next_task();
  void work();
  static void run_here(std::function<void()> task);

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  unsigned waiting_ = 0;
  bool is_ending_ = false;
};

}  // namespace cellar
