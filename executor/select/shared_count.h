// Counts the rows of a token range in a thread of its own, while another thread counts another part of the table.
//
// In:      a snapshot, which it owns; a table and a token range.
// Out:     the number of live rows, and the work of the read.
// Refused: what reading refuses, an interrupt too; finish() throws it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>

#include "storage/store.h"

namespace cellar {

class CountingThread {
 public:
  /// Begins to count. Throws std::system_error if the system grants no thread.
  CountingThread(Transaction snapshot, TablePointer table, const TokenRange& tokens, Seconds now);
  /// Ends the count early if finish() was not called.
  ~CountingThread();
  CountingThread(const CountingThread&) = delete;
  CountingThread& operator=(const CountingThread&) = delete;

  /// Waits for the end and returns the number of rows; adds the work to the counters of `reader`. Asks `interrupted`
  /// meanwhile, if it is not empty; if it returns true, the count is refused.
  std::uint64_t finish(Transaction& reader, const std::function<bool()>& interrupted);

 private:
  std::uint64_t count(const TablePointer& table, const TokenRange& tokens, Seconds now);

  Transaction snapshot_;
  std::atomic<bool> stop_{false};
  const std::function<bool()> is_stopped_{[this] { return stop_.load(std::memory_order_relaxed); }};
  std::future<std::uint64_t>
      rows_;  // the last member: its destructor waits for the thread, which uses the others
};

}  // namespace cellar
