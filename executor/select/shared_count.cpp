#include "executor/select/counting_thread.h"

#include <chrono>
#include <utility>

#include "storage/system/thread_rank.h"

namespace cellar {

CountingThread::CountingThread(Transaction snapshot, TablePointer table, const TokenRange& tokens,
                               Seconds now)
    : snapshot_(std::move(snapshot)),
      rows_(std::async(std::launch::async,
                       [this, table = std::move(table), tokens, now, processor = current_processor()] {
                         leave_processor(processor);
                         return count(table, tokens, now);
                       })) {}

CountingThread::~CountingThread() { stop_ = true; }

std::uint64_t CountingThread::count(const TablePointer& table, const TokenRange& tokens, Seconds now) {
  snapshot_.ask_while_reading(&is_stopped_);
  PartitionCursor cursor = snapshot_.partitions(table, tokens, {}, now);
  std::uint64_t rows = 0;
  while (cursor.next_row() != nullptr) rows += 1 + cursor.pass_rows();
  return rows;
}

std::uint64_t CountingThread::finish(Transaction& reader, const std::function<bool()>& interrupted) {
  constexpr std::chrono::milliseconds kBetweenQuestions(10);
  while (interrupted && rows_.wait_for(kBetweenQuestions) != std::future_status::ready) {
    if (interrupted()) stop_ = true;
  }
  const std::uint64_t rows = rows_.get();
  reader.add_work(snapshot_.counters());
  return rows;
}

}  // namespace cellar
