// The statements that write the rows of a connection again, each value with its own timestamp and time to live.
//
// In:      a connection, a table without counters.
// Out:     statements, one for the values of a row that are alike (shell/copy/times/timed_writes.h). Of deletions, and of when
//          rows without values were written, CQL does not tell.
// Refused: what reading is refused for; an interrupt.
//
// A row that holds a value which no statement can write is a comment.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shell/copy/times/timed_rows.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

class TimedStatements {
 public:
  struct Counts {
    std::uint64_t rows = 0;
    std::uint64_t left_out = 0;  // of the rows
    std::uint64_t expiring = 0;  // likewise
    std::uint64_t mixed_lists = 0;
  };

  /// All must outlive it. Appends to `text`, and calls `end_statements` behind the statements of each row.
  TimedStatements(Connection& connection, const Table& table, const StopToken& stop, std::string& text,
                  std::function<void()> end_statements);

  /// Appends the statements of the whole table.
  void write();
  const Counts& counts() const { return counts_; }

 private:
  void append_row(const TimedRow& row, Seconds second);
  bool append_left_out(const TimedRow& row);

  const Table& table_;
  const StopToken stop_;
  std::string& text_;
  const std::function<void()> end_statements_;
  Counts counts_;
  TimedCounts timed_counts_;
  TimedWrites writes_;
  TimedRows rows_;
  StaticColumns static_columns_;
  std::vector<BoundValue> values_;  // of the row that is written
  CellTimes times_;
  std::vector<TimedWrite> gathered_;
};

}  // namespace cellar
