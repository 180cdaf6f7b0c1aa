#include "shell/move/row_pairs.h"

namespace cellar {

RowPairs::RowPairs(const Table& table, TimedRows& source, TimedRows& target)
    : table_(table), rows_of_source_(source), rows_of_target_(target) {}

bool RowPairs::next() {
  if (!has_begun_ || source_ != nullptr) next_of_source_ = rows_of_source_.next();
  if (!has_begun_ || target_ != nullptr) next_of_target_ = rows_of_target_.next();
  has_begun_ = true;
  if (next_of_source_ == nullptr && next_of_target_ == nullptr) return false;
  const int order = next_of_source_ == nullptr   ? 1
                    : next_of_target_ == nullptr ? -1
                                                 : compare_rows(table_, *next_of_source_, *next_of_target_);
  source_ = order <= 0 ? next_of_source_ : nullptr;
  target_ = order >= 0 ? next_of_target_ : nullptr;
  note_partitions();
  return true;
}

/// The rows themselves are gone when the next ones are read. Of partitions it is only asked in tables with static columns.
void RowPairs::note_partitions() {
  const auto is_new = [&](const TimedRow& row, const std::optional<TimedRow>& of_last) {
    return !of_last || compare_partitions(table_, row, *of_last) != 0;
  };
  begins_partition_ = false;
  if (!table_.has_static()) return;
  if (source_ != nullptr && is_new(*source_, last_of_source_)) {
    begins_partition_ = true;
    last_of_source_ = *source_;
  }
  if (target_ != nullptr && is_new(*target_, first_of_target_)) first_of_target_ = *target_;
}

const TimedRow* RowPairs::partition_of_target() const {
  const auto is_of_it = [&](const TimedRow& row) { return compare_partitions(table_, row, *source_) == 0; };
  if (next_of_target_ != nullptr && is_of_it(*next_of_target_)) return next_of_target_;
  return first_of_target_ && is_of_it(*first_of_target_) ? &*first_of_target_ : nullptr;
}

bool RowPairs::has_partition_elsewhere() const {
  const TimedRow& there = source_ != nullptr ? *source_ : *target_;
  const TimedRow* const next = source_ != nullptr ? next_of_target_ : next_of_source_;
  const std::optional<TimedRow>& last = source_ != nullptr ? first_of_target_ : last_of_source_;
  return (next != nullptr && compare_partitions(table_, there, *next) == 0) ||
         (last && compare_partitions(table_, there, *last) == 0);
}

}  // namespace cellar
