#include "executor/select/shared_count.h"

#include <chrono>
#include <utility>

#include "storage/system/signals_blocked.h"
#include "storage/system/thread_scheduling.h"

namespace cellar {

namespace {

/// So many that both threads end at nearly the same time, and so few that finding their first rows costs nothing.
constexpr unsigned kParts = 64;

}  // namespace

SharedCount::SharedCount(Transaction snapshot, TablePointer table, const TokenRange& tokens, Seconds now)
    : snapshot_(std::move(snapshot)), table_(std::move(table)), tokens_(tokens), now_(now) {
  const SignalsBlocked blocked;
  rows_ = std::async(std::launch::async, [this, processor = current_processor()] {
    move_off_processor(processor);
    snapshot_.ask_while_reading(&is_stopped_);
    return count_parts(snapshot_);
  });
}

SharedCount::~SharedCount() { stop_ = true; }

TokenRange SharedCount::part(unsigned number) const {
  const auto all = static_cast<std::uint64_t>(tokens_.upper) - static_cast<std::uint64_t>(tokens_.lower);
  const auto begin_of = [&](std::uint64_t part) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(tokens_.lower) + part * (all / kParts));
  };
  TokenRange part = tokens_;
  if (number > 0) {
    part.lower = begin_of(number);
    part.lower_inclusive = false;
  }
  if (number + 1 < kParts) {
    part.upper = begin_of(number + 1);
    part.upper_inclusive = true;
  }
  return part;
}

std::uint64_t SharedCount::count_parts(Transaction& reader) {
  std::uint64_t rows = 0;
  for (unsigned number; (number = next_part_++) < kParts;) {
    PartitionCursor cursor = reader.partitions(table_, part(number), {}, now_);
    while (cursor.next_row() != nullptr) rows += 1 + cursor.pass_rows();
  }
  return rows;
}

std::uint64_t SharedCount::finish(Transaction& reader, const std::function<bool()>& interrupted) {
  constexpr std::chrono::milliseconds kBetweenQuestions(10);
  const std::uint64_t rows = count_parts(reader);
  while (interrupted && rows_.wait_for(kBetweenQuestions) != std::future_status::ready) {
    if (interrupted()) stop_ = true;
  }
  const std::uint64_t rows_of_thread = rows_.get();
  reader.add_work(snapshot_.counters());
  return rows + rows_of_thread;
}

}  // namespace cellar
