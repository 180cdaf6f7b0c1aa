// Writes the rows of one table to the other side.
//
// In:      both sides, the table, the record, which may say that a part of it is there.
// Out:     the rows in groups: after each the record says how far they are there.
// Refused: what reading and writing refuse, and an interrupt. Then the record says what was acknowledged; with another
//          RowMover the rest goes on.
//
// If the target has rows of the table, those with lists and counters are read there before they are written (shell/move/move.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shell/connection/group_limits.h"
#include "shell/move/move.h"
#include "shell/move/move_progress.h"
#include "shell/move/move_record.h"
#include "shell/move/row_pairs.h"

namespace cellar {

class MoveWaits;

class RowMover {
 public:
  /// All must outlive it. Adds to `moved`.
  RowMover(const MoveTask& task, const Table& table, MoveRecord& record, MoveProgress& progress,
           MoveWaits& waits, MovedTable& moved);

  void move();

 private:
  class AllReplicas;

  struct Addition {
    Prepared prepared;
    std::vector<const Column*> columns;
  };

  void prepare_writes();
  void prepare_additions();
  std::optional<Addition> addition_to(ColumnKind kind, std::size_t key_size);
  bool target_has_rows();
  void move_new(TimedRows& rows);
  void move_beside(TimedRows& rows, std::optional<std::int64_t> after, Seconds second);
  void begin_group();
  void end_group();
  bool is_group_due(const TimedRow& row);
  /// `there`: the row of the target; `partition_there`: one of its partition, for the static columns. Null: there is none.
  void write(const TimedRow& row, const TimedRow* there, const TimedRow* partition_there);
  void keep_newer_lists(const TimedRow* there, const TimedRow* partition_there);
  void add(const Addition& addition, const TimedRow* there);

  const MoveTask& task_;
  const Table& table_;
  MoveRecord& record_;
  MoveProgress& progress_;
  MoveWaits& waits_;
  MovedTable& moved_;
  GroupLimits limits_;
  StaticColumns static_columns_;
  TimedCounts timed_counts_;
  std::optional<TimedWrites> writes_;              // nothing: a table of counters
  std::optional<Addition> of_row_, of_partition_;  // to counters
  std::vector<TimedWrite> gathered_;
  std::vector<BoundValue> values_;  // of the row that is written
  CellTimes times_;
  MovedTable group_;                      // what is written and not yet acknowledged
  std::optional<std::int64_t> token_;     // of the last row
  std::optional<std::int64_t> complete_;  // the last token of which all rows were written
};

}  // namespace cellar
