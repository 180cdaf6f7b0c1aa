// The thread that writes to the file while the session's thread buffers further writes.
//
// In:      tasks, one at a time.
// Out:     whether a task is done.
// Refused: run() and wait() throw what a task threw; no task but run_last()'s runs after that one.
//          A task is counted for the account of who hands it over, which must last until it is done.
//
// LMDB requires a write transaction to begin and end in one thread. Between the two, another thread may use
// it while this one is idle.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

#include "refusal/memory_account.h"

namespace cellar {

class FileThread {
 public:
  using Task = std::packaged_task<void()>;

  /// Returns null if the system grants no thread.
  static std::unique_ptr<FileThread> start();
  ~FileThread();
  FileThread(const FileThread&) = delete;
  FileThread& operator=(const FileThread&) = delete;

  /// Waits for the previous task, then starts this one. Returns the number of tasks so far.
  std::uint64_t run(Task task);
  void wait();
  bool is_done(std::uint64_t tasks);
  /// Waits for the previous task, then runs this one even after a failure, and waits for its end. The task
  /// must not throw.
  void run_last(Task task) noexcept;
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  void refuse_failure() const;
  bool is_idle() const { return is_idle_.load(std::memory_order_acquire); }

 private:
  FileThread();
  void work();
  /// Returns what it threw; null: nothing.
  static std::exception_ptr run_now(Task task, const CountedAccount& account);
  void accept(Task task);

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  Task task_;               // valid until it begins
  CountedAccount account_;  // for which it works; refuses nothing, since what fails here cannot be taken back
  std::uint64_t accepted_ = 0;
  std::uint64_t done_ = 0;
  bool is_ending_ = false;
  std::exception_ptr failure_;

  std::atomic<bool> is_idle_{true};
  std::atomic<bool> has_failed_{false};  // failure_ is set and does not change any more

  std::thread thread_;
};

}  // namespace cellar
