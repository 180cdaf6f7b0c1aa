// The rights to an open file: to open a transaction, to be the one writer, to swap the file.
//
// In:      an environment.
// Out:     an object that holds the right while it lives.
// Refused: a file that cannot be opened again after a failure, is read only, is in use by others or has outgrown its
//          map; a wait that was interrupted or reached its limit; a read without a lock file while another process
//          writes.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "storage/transaction/environment.h"

namespace cellar {

/// Counts as an open transaction until it is ended or destroyed.
class TransactionLock {
 public:
  explicit TransactionLock(Environment& environment);
  /// Also moves an idle reader into `reader`, if there is one.
  TransactionLock(Environment& environment, std::unique_ptr<TransactionState>& reader);
  TransactionLock(TransactionLock&& other) noexcept
      : environment_(std::exchange(other.environment_, nullptr)) {}
  TransactionLock& operator=(TransactionLock&& other) noexcept;
  ~TransactionLock();
  /// Ends `held` and keeps `reader` for a later transaction.
  static void end(TransactionLock held, std::unique_ptr<TransactionState> reader);

 private:
  void begin(std::unique_lock<std::mutex>& lock);
  void end();

  Environment* environment_;  // null after it has ended
};

/// The right to compact the file. One COMPACT of a process works at a time, and the others wait.
class CompactTurn {
 public:
  /// Waits for the right. Refuses when interrupted, and when the wait has reached its limit.
  CompactTurn(Environment& environment, const WaitForWriter& wait);
  ~CompactTurn();
  CompactTurn(const CompactTurn&) = delete;
  CompactTurn& operator=(const CompactTurn&) = delete;

 private:
  Environment& environment_;
};

/// Refuses if another process has the file open, or the file has another name.
void refuse_if_shared(Environment& environment);

/// Exclusive use of the file: no other process has it open, and no transaction of this process is under way. The
/// caller holds a CompactTurn and a WriterLock.
class SwapLock {
 public:
  /// Refuses what refuse_if_shared() refuses. New transactions of this process wait from now on; refuses if those
  /// that are under way do not end soon.
  explicit SwapLock(Environment& environment);
  ~SwapLock();
  SwapLock(const SwapLock&) = delete;
  SwapLock& operator=(const SwapLock&) = delete;

 private:
  void end() noexcept;

  Environment& environment_;
};

/// Gives an environment the locks of the file that has replaced its own. Writers that wait meanwhile remain announced
/// to other processes.
void replace_locks(Environment& environment, std::unique_ptr<FileLocks> locks);

/// The right to write, exclusive within this process and among processes.
///
/// Writers of one process get the lock in the order in which they asked. A writer that waits for another
/// process announces itself by a lock of its own: a process that has written for some time then stands back
/// after a write until the announced process has written. If nobody takes the turn, since the process that
/// waits is stopped, it is offered again only after a longer time, up to about a second.
class WriterLock {
 public:
  /// Waits for the lock. Refuses when interrupted, and when the wait has reached its limit.
  WriterLock(Environment& environment, const WaitForWriter& wait);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  class Waiting;
  void wait_for_lock(const WaitForWriter& wait);
  bool try_take();

  Environment& environment_;
};

/// Lets readers see the last commit in the file, if the process that made it was killed before it could tell them. To
/// be called with the lock to write held, before anything is read on which the writes depend: LMDB itself finds such a
/// commit no earlier than at the beginning of its next write transaction, which would then follow one that its writer
/// has not seen.
void adopt_commit_of_killed_writer(Environment& environment);

/// Returns true if another process holds the lock to write, or waits for it, and no writer or COMPACT of this process
/// is at work.
bool is_written_elsewhere(Environment& environment);

/// Returns true if a writer of this or another process waits for the lock, which the caller holds.
bool is_waited_for(Environment& environment);

}  // namespace cellar
