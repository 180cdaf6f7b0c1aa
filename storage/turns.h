// The rights to an open file: transactions, the one writer, the one who swaps the file.
//
// In:      an environment. Out: an object that holds the right until its end.
// Refused: a file that was closed, is read only, is in use by others or has outgrown its map; a wait that was
//          interrupted or reached its limit; a read without a lock file while another process writes.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "storage/environment.h"

namespace cellar {

/// Counts as an open transaction until its end.
class TransactionTurn {
 public:
  explicit TransactionTurn(Environment& environment);
  /// Also takes a resting reader over into `reader`, if there is one.
  TransactionTurn(Environment& environment, std::unique_ptr<TransactionState>& reader);
  TransactionTurn(TransactionTurn&& other) noexcept
      : environment_(std::exchange(other.environment_, nullptr)) {}
  TransactionTurn& operator=(TransactionTurn&& other) noexcept;
  ~TransactionTurn();
  /// Ends the turn and keeps `reader` for a later transaction.
  static void end(TransactionTurn turn, std::unique_ptr<TransactionState> reader);

 private:
  void begin(std::unique_lock<std::mutex>& lock);
  void end();

  Environment* environment_;  // null: it has ended
};

/// Alone with the file: no other process has it open, and no transaction of this process is under way.
class SwapTurn {
 public:
  /// Refuses at once if it is not so.
  explicit SwapTurn(Environment& environment);
  ~SwapTurn();
  SwapTurn(const SwapTurn&) = delete;
  SwapTurn& operator=(const SwapTurn&) = delete;

 private:
  Environment& environment_;
};

/// The one who may write, in this process and among processes.
///
/// Writers of one process take turns in the order of their coming. One that waits for another process
/// announces itself by a lock of its own: a process that has taken turns for some time stands back at the end
/// of a turn until who announced itself has had one.
class WriterTurn {
 public:
  /// Waits. Refuses when interrupted, and when the wait has reached its limit.
  WriterTurn(Environment& environment, const WaitForWriter& wait);
  ~WriterTurn();
  WriterTurn(const WriterTurn&) = delete;
  WriterTurn& operator=(const WriterTurn&) = delete;

 private:
  class Waiting;
  void wait_for_turn(const WaitForWriter& wait);
  bool try_take();
  bool must_stand_back();

  Environment& environment_;
};

/// True if a writer of this or another process waits for the turn to write, which the caller has.
bool is_waited_for(Environment& environment);

}  // namespace cellar
