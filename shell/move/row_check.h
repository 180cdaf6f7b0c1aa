// Compares the rows of one table on both sides.
//
// In:      both sides, the table, the record, which may say that a part of it was compared.
// Out:     the differences, of which the first are told each by each: rows of one side, values, when they were written, until
//          when they live.
// Refused: what reading refuses, and an interrupt.
//
// What expires within the seconds that both sides need to be read is passed over. A list counts as written with its newest
// element, as it is when it was moved. A cluster counts a time to live from when it takes the write, and says what is left of
// it in whole seconds, so that moments of expiry may differ by some seconds.
#pragma once

#include <cstdint>
#include <string>

#include "shell/move/move.h"
#include "shell/move/move_progress.h"
#include "shell/move/move_record.h"
#include "shell/move/row_pairs.h"

namespace cellar {

class MoveWaits;

class RowCheck {
 public:
  /// All must outlive it. Adds to `checked` and the differences of `report`. `record`: null: none is kept.
  RowCheck(const MoveTask& task, const Table& table, MoveRecord* record, MoveProgress& progress,
           MoveWaits& waits, MovedTable& checked, MoveReport& report);

  /// May be called again after a refusal: it goes on behind the place of the record.
  void check();

 private:
  void begin_again();
  void compare(const RowPairs& pairs);
  void compare_cells(const TimedRow& source, const TimedRow& target, bool of_row, bool of_partition);
  void compare_cell(const TimedRow& source, const TimedRow& target, std::size_t column);
  void note_row_of_one_side(const TimedRow& row, DifferenceKind kind);
  bool has_differing_times(const CellTime& source, const CellTime& target, DifferenceKind& kind) const;
  bool expires_now(const std::vector<CellTime>& times) const;
  void add(DifferenceKind kind, const TimedRow& row, const std::string& column, DifferingCell source,
           DifferingCell target);
  DifferingCell cell_of(const TimedRow& row, std::size_t column) const;
  void note_range(std::int64_t token);

  const MoveTask& task_;
  const Table& table_;
  MoveRecord* const record_;
  MoveProgress& progress_;
  MoveWaits& waits_;
  MovedTable& checked_;
  MoveReport& report_;
  const Seconds slack_;  // by which moments of expiry may differ
  Seconds second_ = 0;   // as of which the later side was read
  std::uint64_t rows_of_range_ = 0;
  std::uint64_t noted_rows_ = 0, noted_ranges_ = 0;  // until the place of the record
};

}  // namespace cellar
