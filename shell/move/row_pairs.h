// The rows of one table on two sides, in one order: those that are on both come together.
//
// In:      the rows of both sides.
// Out:     pairs; of a row that is on one side alone the other one is null.
// Refused: what reading the rows refuses.
#pragma once

#include "shell/copy/times/timed_rows.h"

namespace cellar {

class RowPairs {
 public:
  /// All must outlive it.
  RowPairs(const Table& table, TimedRows& source, TimedRows& target);

  /// Returns false at the end.
  bool next();
  const TimedRow* source() const { return source_; }
  const TimedRow* target() const { return target_; }
  /// Returns whether the pair is the first with a row of the source in its partition.
  bool begins_partition() const { return begins_partition_; }
  /// Returns a row of the target in the partition of source(), for the static columns, which all its rows have; null: the
  /// target has nothing of the partition.
  const TimedRow* partition_of_target() const;
  /// Returns whether the side that the pair lacks has other rows of the partition.
  bool has_partition_elsewhere() const;

 private:
  void note_partitions();

  const Table& table_;
  TimedRows& rows_of_source_;
  TimedRows& rows_of_target_;
  const TimedRow* next_of_source_ = nullptr;  // not yet in a pair, or in this one
  const TimedRow* next_of_target_ = nullptr;
  const TimedRow* source_ = nullptr;
  const TimedRow* target_ = nullptr;
  bool has_begun_ = false;
  bool begins_partition_ = false;
  std::optional<TimedRow> last_of_source_, first_of_target_;  // of their last partitions that were in pairs
};

}  // namespace cellar
