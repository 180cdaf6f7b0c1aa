// The rights to an open file: transactions, the one writer, the one who swaps the file.
//
// In:      an environment.
// Out:     an object that holds the right until its end.
// Refused: a file that was closed, is read only, is in use by others or has outgrown its map; a wait that was
//          interrupted or reached its limit; a read without a lock file while another process writes.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "storage/environment.h"

namespace cellar {

/// Counts as an open transaction until its end.
class TransactionLock {
 public:
  explicit TransactionLock(Environment& environment);
  /// Also takes an idle reader over into `reader`, if there is one.
  TransactionLock(Environment& environment, std::unique_ptr<TransactionState>& reader);
  TransactionLock(TransactionLock&& other) noexcept
      : environment_(std::exchange(other.environment_, nullptr)) {}
  TransactionLock& operator=(TransactionLock&& other) noexcept;
  ~TransactionLock();
  /// Ends it and keeps `reader` for a later transaction.
  static void end(TransactionLock held, std::unique_ptr<TransactionState> reader);

 private:
  void begin(std::unique_lock<std::mutex>& lock);
  void end();

  Environment* environment_;  // null: it has ended
};

/// Alone with the file: no other process has it open, and no transaction of this process is under way.
class SwapLock {
 public:
  /// Refuses at once if it is not so.
  explicit SwapLock(Environment& environment);
  ~SwapLock();
  SwapLock(const SwapLock&) = delete;
  SwapLock& operator=(const SwapLock&) = delete;

 private:
  Environment& environment_;
};

/// The one who may write, in this process and among processes.
///
/// Writers of one process have the lock in the order of their coming. One that waits for another process
/// announces itself by a lock of its own: a process that has written for some time stands back after a write
/// until the process that announced itself has written.
class WriterLock {
 public:
  /// Waits. Refuses when interrupted, and when the wait has reached its limit.
  WriterLock(Environment& environment, const WaitForWriter& wait);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  class Waiting;
  void wait_for_lock(const WaitForWriter& wait);
  bool try_take();
  bool must_stand_back();

  Environment& environment_;
};

/// True if a writer of this or another process waits for the lock to write, which the caller holds.
bool is_waited_for(Environment& environment);

}  // namespace cellar
