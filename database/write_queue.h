// The writes of all sessions of a database, committed together.
//
// In:      writes, each of which gathers what it changes in a transaction that it is given.
// Out:     each is told once it is durable, refused, or that it could do nothing.
// Refused: what a write itself is refused; a wait that was interrupted or took too long; to all writes of a
//          commit what that commit was refused.
//
// A write that comes while nobody leads becomes the leader: its thread takes the lock to write, gathers all
// that waits, and commits once. Writes that come meanwhile wait for the next leader, the first of those that
// wait. So a write waits for the commit that is under way and for its own, a session alone works in its own
// thread as if there were no queue, and between two groups other processes may write.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "storage/store.h"

namespace cellar {

/// One write in the queue. It must stay where it is until it has ended.
class QueuedWrite {
 public:
  explicit QueuedWrite(bool has_thread = true) : has_thread_(has_thread) {}
  QueuedWrite(const QueuedWrite&) = delete;
  QueuedWrite& operator=(const QueuedWrite&) = delete;

  /// Gathers, in whatever thread leads. False: it could not, and has written nothing.
  virtual bool write(WriteTransaction& transaction) = 0;
  /// Called for a write whose session's thread does not wait, once it has ended. Must not take long: the
  /// leader calls it.
  virtual void ended() noexcept {}

  /// May be called once the write has ended. Returns what write() returned; refuses what it was refused.
  bool result() const;

 protected:
  ~QueuedWrite() = default;

 private:
  friend class WriteQueue;
  enum class Signal : std::uint8_t { none, lead, ended };

  const bool has_thread_;  // that waits for it
  // Written by the leader that has taken it.
  bool has_written_ = false;
  std::exception_ptr failure_;

  // Guarded by the queue's mutex.
  QueuedWrite* next_ = nullptr;
  bool is_chosen_ = false;  // to lead
  std::uint64_t turns_before_ = 0;
  std::chrono::steady_clock::time_point arrival_;
  std::chrono::milliseconds limit_{0};  // of a write without a thread; run() has that of any other

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Signal signal_ = Signal::none;
};

class WriteQueue {
 public:
  /// `lead_later` arranges for a thread that calls lead_for_others().
  WriteQueue(const Store& store, std::function<void()> lead_later)
      : store_(store), lead_later_(std::move(lead_later)) {}

  /// Returns what write() returned, durable if it has written anything. Refuses what the write is refused,
  /// and a wait that is interrupted or reaches its limit.
  bool run(QueuedWrite& write, const WaitForWriter& wait);
  /// Returns at once; the write is told by ended(). It waits for other writers as long as
  /// WaitForWriter::limit says.
  void submit(QueuedWrite& write, std::chrono::milliseconds limit);
  void lead_for_others();

  // For tests: the number of turns that leaders have ended, and the most of them that any write has waited
  // for, its own included.
  std::uint64_t turns() const;
  std::uint64_t longest_wait() const;

 private:
  struct Chain {
    QueuedWrite* first = nullptr;
    QueuedWrite* last = nullptr;
    void push(QueuedWrite& write);
    QueuedWrite* pop();
    void erase(QueuedWrite& write);
  };

  /// True: nobody leads, so the caller does.
  bool enter(QueuedWrite& write);
  /// True: the caller leads now.
  bool follow(QueuedWrite& write, const WaitForWriter& wait);
  bool leave(QueuedWrite& write);
  void lead(const WaitForWriter& wait, QueuedWrite* own);
  void refuse_late();
  void gather(WriteTransaction& transaction, Chain& taken);
  void refuse_waiting(QueuedWrite* own, const std::exception_ptr& failure, Chain& taken);
  void choose_next_leader();
  static void tell(Chain& ended, const std::exception_ptr& failure);

  const Store& store_;
  std::function<void()> lead_later_;
  mutable std::mutex mutex_;  // guards what follows
  Chain waiting_;
  bool is_led_ = false;
  std::uint64_t turns_ = 0;
  std::uint64_t longest_wait_ = 0;
};

}  // namespace cellar
