// Counts the rows of a token range on two threads, the caller's and one of its own, each of which takes the next part
// of the range when it has counted one.
//
// In:      a table and a token range; two transactions that read the same version, one of which it owns.
// Out:     the number of live rows, and the work of the read.
// Refused: what reading refuses, an interrupt too; finish() throws it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>

#include "storage/store.h"

namespace cellar {

class SharedCount {
 public:
  /// Begins to count. Throws std::system_error if the system grants no thread.
  SharedCount(Transaction snapshot, TablePointer table, const TokenRange& tokens, Seconds now);
  /// Ends the count early if finish() was not called.
  ~SharedCount();
  SharedCount(const SharedCount&) = delete;
  SharedCount& operator=(const SharedCount&) = delete;

  /// Counts in the calling thread, too, waits for the other one, and returns the number of rows; adds the work to the
  /// counters of `reader`. Asks `interrupted` while it waits, if it is not empty; if it returns true, the count is
  /// refused.
  std::uint64_t finish(Transaction& reader, const std::function<bool()>& interrupted);

 private:
  std::uint64_t count_parts(Transaction& reader);
  TokenRange part(unsigned number) const;

  Transaction snapshot_;
  const TablePointer table_;
  const TokenRange tokens_;
  const Seconds now_;
  std::atomic<unsigned> next_part_{0};
  std::atomic<bool> stop_{false};
  const std::function<bool()> is_stopped_{[this] { return stop_.load(std::memory_order_relaxed); }};
  std::future<std::uint64_t>
      rows_;  // the last member: its destructor waits for the thread, which uses the others
};

}  // namespace cellar
