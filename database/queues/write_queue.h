// The writes of all sessions of a database, committed together.
//
// In:      writes, each of which adds its changes to a transaction that it is given.
// Out:     each write is notified when it is durable or refused, or has returned that it cannot be done.
// Refused: what a write itself refuses; a wait that was interrupted or reached its limit; if a commit is
//          refused, all writes in it.
//
// A write that arrives while there is no leader becomes the leader: its thread takes the lock to write, lets
// all waiting writes add their changes, and commits once. Writes that arrive meanwhile wait for the next
// leader, which is the first of them. So a write waits for the commit that is under way and for its own; the
// writes of a single session run in its own thread, as without a queue; and between two commits another
// process can write.
//
// Sessions that send their next write as soon as the last one is answered would split into two halves that commit in
// turns. To avoid that, a leader waits for further writes as long as they keep arriving, up to the number of writes
// that the last commit has answered. After a wait that brought none the next waits are skipped, twice as many after
// each further failure.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "storage/store.h"

namespace cellar {

/// One write in the queue. Its address must not change, and it must not be destroyed, until it has ended.
class QueuedWrite {
 public:
  explicit QueuedWrite(bool has_thread = true) : has_thread_(has_thread) {}
  QueuedWrite(const QueuedWrite&) = delete;
  QueuedWrite& operator=(const QueuedWrite&) = delete;

  /// Adds its changes to the transaction, in the thread of the leader. Returns false if it cannot be done; it
  /// has then written nothing.
  virtual bool write(WriteTransaction& transaction) = 0;
  /// Returns what ends the wait of a write for which no thread waits; null while it may go on. Must be short.
  virtual std::exception_ptr end_of_wait() const { return nullptr; }
  /// Called when a write for which no thread waits has ended. Must be short, since the leader calls it.
  virtual void ended() noexcept {}

  /// Returns what write() returned, or throws the exception that ended the write. Requires that it has ended.
  bool result() const;
  /// Returns true if its changes are durable. Requires that it has ended.
  bool is_written() const { return has_written_ && !failure_; }

 protected:
  ~QueuedWrite() = default;

 private:
  friend class WriteQueue;
  enum class Signal : std::uint8_t { none, lead, ended };

  const bool has_thread_;  // a thread waits for it
  // Written by the leader that has taken the write.
  bool has_written_ = false;
  std::exception_ptr failure_;

  // Guarded by the queue's mutex.
  QueuedWrite* next_ = nullptr;
  bool is_chosen_ = false;  // to be the next leader
  std::uint64_t turns_before_ = 0;
  std::chrono::steady_clock::time_point arrival_;
  std::chrono::milliseconds limit_{
      0};  // only for a write without a thread; run() has the limit of the others

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  Signal signal_ = Signal::none;
};

class WriteQueue {
 public:
  /// A leader waits so long for another write to arrive: a few times what a client on this machine takes to send one,
  /// and little beside a commit.
  static constexpr std::chrono::microseconds kForNextWrite{50};

  /// `lead_later` must let another thread call lead_for_others().
  WriteQueue(const Store& store, std::function<void()> lead_later,
             std::chrono::microseconds for_next_write = kForNextWrite)
      : store_(store), lead_later_(std::move(lead_later)), for_next_write_(for_next_write) {}

  /// Waits until the write has ended, and returns what write() returned; its changes are durable then.
  /// Refuses what the write refuses, and a wait that is interrupted or reaches its limit.
  bool run(QueuedWrite& write, const WaitForWriter& wait);
  /// Returns at once, and calls the write's ended() later. The write waits for other writers at most as long
  /// as `limit` (WaitForWriter::limit).
  void submit(QueuedWrite& write, std::chrono::milliseconds limit);
  void lead_for_others();

  // For tests: the number of turns that leaders have ended, and the largest number of turns that a write has
  // waited for, its own included.
  std::uint64_t turns() const;
  std::uint64_t longest_wait() const;

 private:
  struct Chain {
    QueuedWrite* first = nullptr;
    QueuedWrite* last = nullptr;
    std::size_t size = 0;
    void push(QueuedWrite& write);
    QueuedWrite* pop();
    void erase(QueuedWrite& write);
  };

  /// Returns true if there was no leader, so that the caller is the leader now.
  bool enter(QueuedWrite& write);
  /// Waits until the write has ended or is chosen. Returns true if the caller is the leader now.
  bool follow(QueuedWrite& write, const WaitForWriter& wait);
  bool leave(QueuedWrite& write);
  void lead(const WaitForWriter& wait, QueuedWrite* own);
  void await_expected();
  void refuse_late();
  void gather(WriteTransaction& transaction, Chain& taken);
  void refuse_waiting(QueuedWrite* own, const std::exception_ptr& failure, Chain& taken);
  void choose_next_leader(std::size_t answered);
  static void tell(Chain& ended, const std::exception_ptr& failure);

  const Store& store_;
  std::function<void()> lead_later_;
  const std::chrono::microseconds for_next_write_;
  mutable std::mutex mutex_;  // guards the members below
  Chain waiting_;
  bool is_led_ = false;
  std::size_t expected_ = 0;  // the number of writes if every session that was answered writes again
  std::chrono::steady_clock::time_point turn_end_;
  std::size_t awaited_ = 0;  // the number of writes for which the leader waits; 0: it does not wait
  std::condition_variable have_arrived_;
  unsigned turns_without_waiting_ = 0;  // to come
  unsigned waits_in_vain_ = 0;          // consecutive
  std::uint64_t turns_ = 0;
  std::uint64_t longest_wait_ = 0;
};

}  // namespace cellar
