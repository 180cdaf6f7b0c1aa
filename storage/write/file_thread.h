// The thread that works on the file while its writer gathers on.
//
// In:      one task at a time.
// Out:     whether it is done.
// Refused: what a task was refused, to whoever comes next; no task runs after that one.
//
// LMDB wants a transaction that writes to begin and end in one thread. What else is done with it may be done
// by another one while this one has nothing to do.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace cellar {

class WriteBuffer;

class FileThread {
 public:
  using Task = std::packaged_task<void()>;

  /// Null where the system grants no thread.
  static std::unique_ptr<FileThread> start();
  ~FileThread();
  FileThread(const FileThread&) = delete;
  FileThread& operator=(const FileThread&) = delete;

  /// Waits for the task before it. Returns the number of tasks so far.
  std::uint64_t run(Task task);
  void wait();
  bool is_done(std::uint64_t tasks);
  /// Waits, and runs the task even behind a failure. The task must not throw.
  void run_last(Task task) noexcept;
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  void refuse_failure() const;
  bool is_idle() const { return is_idle_.load(std::memory_order_acquire); }

  /// An empty one: that which was given back last, whose memory is used again, or a new one.
  std::unique_ptr<WriteBuffer> take_buffer();
  void give_back(std::unique_ptr<WriteBuffer> buffer);

 private:
  FileThread();
  void work();
  void accept(Task task);

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Task task_;  // valid: not begun
  std::uint64_t accepted_ = 0;
  std::uint64_t done_ = 0;
  bool is_ending_ = false;
  std::exception_ptr failure_;
  std::unique_ptr<WriteBuffer> buffer_;

  std::atomic<bool> is_idle_{true};
  std::atomic<bool> has_failed_{false};  // failure_ is there to stay

  std::thread thread_;
};

}  // namespace cellar
