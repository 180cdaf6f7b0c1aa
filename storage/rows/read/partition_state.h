// The state of a read of one partition: its slice, its row, and the deleted ranges to skip.
//
// In:      slices and a direction.
// Out:     live rows, one at a time.
// Refused: damaged entries (`file_damaged`), a read that was interrupted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows/maps.h"
#include "storage/rows/range_tombstones.h"
#include "storage/rows/read/row_reader.h"

namespace cellar {

/// The range of keys that a scan reads.
struct ScanBounds {
  std::string from;
  std::optional<std::string> to;  // nothing: to the end of the table
  std::string table;              // the prefix of all keys of the table
  std::size_t prefix_size = 0;    // the size of a partition's prefix; 0 if it differs

  bool contains(std::string_view key) const {
    return key[0] == table[0] && (table.size() == 1 || key.starts_with(table)) && (!to || key < *to);
  }
};

struct PartitionState {
  /// `cursor` belongs to a scan; if it is null, the state has a cursor of its own.
  PartitionState(Maps& maps, LayoutPointer layout, const WantedColumns& wanted, Seconds now,
                 OrderedCursor* cursor = nullptr);

  /// Begins another partition. `is_inside`: the cursor is on its first entry.
  void enter(std::string_view partition, bool is_inside);
  /// Begins the partition of the entry under the cursor. Returns false if that entry is beyond the scan.
  bool enter_next(const ScanBounds& scan);
  const std::vector<std::string>& key();
  std::int64_t token() const;
  const StoredRow* static_row();
  void select(const std::vector<Slice>& slices, bool reversed);
  /// Returns the next live row or null; its clustering values are decoded by clustering().
  const StoredRow* advance();
  /// Returns the next live row in the current partition or in the following ones; null at the end. Requires
  /// can_walk().
  const StoredRow* walk(const ScanBounds& scan);
  /// Moves over rows that walk() would return next, if no columns are wanted and their first bytes say that they
  /// live; the last of them is then the current row. Returns how many; may return 0 although more rows follow.
  std::uint64_t pass_rows(const ScanBounds& scan);
  /// As above, but adds the rows to `batch`, which shows all wanted columns; at most `most` of them.
  std::uint64_t read_rows(const ScanBounds& scan, RowBatch& batch, std::size_t most);
  /// Returns the place of a row of the table, by the key of its entry.
  ReadPosition place_of(std::string_view row) const;
  /// Returns true if whole partitions are read forwards and no deleted range has to be skipped.
  bool can_walk() const { return !table_has_covering_ && (is_whole_ || !has_begun_) && !reversed_; }
  /// Returns true if walk() has returned the row under the cursor, so that it can continue.
  bool walks() const { return on_row_ == OnRow::of_walk; }
  const std::vector<std::string>& clustering() { return reader_.clustering(); }
  /// Returns the prefix of all keys of the partition; empty before the first partition.
  std::string_view prefix() const { return std::string_view(rows_).substr(0, prefix_size_); }
  bool is_reversed() const { return reversed_; }

 private:
  struct Bounds {
    std::string from;  // both are keys
    std::string to;
    bool is_one_row = false;
  };
  enum class StaticRow { unknown, absent, present };
  enum class OnRow { no, of_slice, of_walk };

  void begin();
  void begin_slices(bool reversed);
  [[gnu::noinline]] void find_covering();
  const StoredRow* next_forward();
  const StoredRow* next_backward();
  bool is_within(const Bounds& bounds) const;  // for reads forwards
  std::string entry_key(char kind) const { return std::string(prefix()) + kind; }
  bool enter_slice_forward(const Bounds& bounds);
  [[gnu::noinline]] bool seek_slice_forward(const Bounds& bounds);
  void count_skipped(const RangeTombstone& covering);
  [[gnu::noinline]] bool leave_covering(const RangeTombstone& covering);
  const RangeTombstone* covering_over(std::string_view row);
  std::string_view row_part(std::string_view key) const;
  template <typename Rows>
  std::uint64_t pass(const ScanBounds& scan, Rows rows);
  template <typename Rows>
  std::uint64_t pass_partitions(const ScanBounds& scan, bool all_in_scan, Rows& rows);
  bool walk_into_next(const ScanBounds& scan);
  std::size_t next_prefix_size(const ScanBounds& scan) const;
  void set_partition(std::string_view partition);
  const StoredRow* hand_out(OnRow handed_out);

  Maps& maps_;
  LayoutPointer layout_;
  Seconds now_;
  RowReader reader_;
  std::optional<RowReader> static_reader_;
  std::optional<OrderedCursor> own_cursor_;
  std::optional<OrderedCursor> static_cursor_;
  OrderedCursor* cursor_;
  const WantedColumns wanted_;

  std::string rows_;  // the prefix of all keys of rows: the partition's prefix and the kind
  std::size_t prefix_size_ = 0;
  std::vector<std::string> key_;
  bool key_is_known_ = false;
  const bool table_has_covering_;
  StaticRow static_row_ = StaticRow::unknown;
  std::optional<CoveringFinder> covering_;
  std::vector<Bounds> slices_;
  bool is_whole_ = false;  // one slice, with the bounds of all rows
  std::string after_covering_;
  std::size_t slice_ = 0;
  bool reversed_ = false;
  bool has_begun_ = false;
  bool in_slice_ = false;     // the cursor is in the current slice
  OnRow on_row_ = OnRow::no;  // the cursor is on the row that was returned, and has to leave it first
  bool is_placed_ = false;    // forwards: nothing before the cursor has to be read any more
};

}  // namespace cellar
