// The rows of a table in the order of their tokens, with the times of their cells.
//
// In:      a connection, a table, which part of it is wanted.
// Out:     row after row: its values, and when each was written and until when it lives. A partition that has static columns
//          alone is one row without clustering columns.
// Refused: what the SELECT is refused for.
//
// Expiries are seconds of the clock by which the values expire. A connection that keeps seconds is read as of one; of a
// cluster each row says the time at the node that reads it, since the pages of a long read are as of different seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shell/connection/connection.h"
#include "shell/connection/table_scan.h"
#include "shell/copy/times/timed_writes.h"

namespace cellar {

/// Which part of the tables is moved.
struct MoveSample {
  std::optional<std::int64_t> after_token, through_token;  // nothing: from the first, to the last
  std::optional<std::uint32_t> rows_per_partition;
  std::string where;  // of the one table that is moved, without the word WHERE

  /// False if it leaves rows of a partition out.
  bool has_whole_partitions() const { return !rows_per_partition && where.empty(); }
  /// The sample with the other rows of its partitions: among those of a target there may be others than the source has, also
  /// such that do not pass the condition.
  MoveSample whole_partitions() const { return {after_token, through_token, std::nullopt, ""}; }
  bool is_all() const { return !after_token && !through_token && !rows_per_partition && where.empty(); }
};

struct TimedRow {
  std::int64_t token = 0;
  bool is_row = true;              // false: the static columns of a partition without rows
  std::vector<BoundValue> values;  // by Table::columns
  CellTimes times;                 // likewise; those of a null say nothing
};

/// Order partitions and rows as SELECT answers them: negative, 0 or positive.
int compare_partitions(const Table& table, const TimedRow& left, const TimedRow& right);
int compare_rows(const Table& table, const TimedRow& left, const TimedRow& right);

std::vector<const Column*> all_columns(const Table& table);

/// The static columns of a partition are in each of its rows, and are written with the first.
class StaticColumns {
 public:
  explicit StaticColumns(const Table& table) : table_(table) {}

  /// Takes them out of the values and times of a row that is not the first of its partition. Returns whether it is.
  bool leave_to_first(const TimedRow& row, std::vector<BoundValue>& values, CellTimes& times);

 private:
  const Table& table_;
  std::optional<TimedRow> first_;  // of the partition
};

class TimedRows {
 public:
  /// All must outlive it. Begins behind the token `after`, if there is one. A connection that keeps seconds is read as of
  /// `second`.
  TimedRows(Connection& connection, const Table& table, const MoveSample& sample,
            std::optional<std::int64_t> after, Seconds second);

  /// Returns null at the end. The row lasts until the next call.
  const TimedRow* next();
  /// Lets go of what the read holds open: it goes on behind the last row.
  void pause() { result_.pause(); }
  /// Returns the second as of which the last row was read.
  Seconds second() const { return second_; }
  /// Returns false for a cluster that does not tell when elements of collections were written (before version 5).
  bool knows_elements() const { return knows_elements_; }

 private:
  TableScan scan_of(const MoveSample& sample) const;
  Result read(const MoveSample& sample);
  void require_asked_columns() const;
  bool has_told_times(const Column& column) const;
  void take(const ResultRow& row);
  void take_times(const ResultRow& row, std::size_t column, std::size_t place);

  Connection& connection_;
  const Table& table_;
  const std::optional<std::int64_t> after_;
  const bool asks_for_time_;  // of the node
  bool knows_elements_ = true;
  Seconds second_ = 0;
  Result result_;
  std::vector<Type> time_types_;  // by column, of writetime(column)
  bool has_rows_ = false;
  TimedRow row_;
};

}  // namespace cellar
