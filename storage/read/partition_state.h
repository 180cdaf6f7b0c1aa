// A partition under a read: which slice, which row, which stretches to skip.
//
// In:      slices and a direction.
// Out:     live rows, one by one.
// Refused: damaged entries (`file_damaged`), a read that was interrupted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/read/row_reader.h"
#include "storage/transaction_state.h"
#include "storage/write/range_tombstones.h"

namespace cellar {

/// The keys of a scan.
struct ScanBounds {
  std::string from;
  std::optional<std::string> to;  // nothing: to the end of the table
  std::string table;              // the prefix of all of them
  std::size_t prefix_size = 0;    // of a partition; 0 where it differs

  bool contains(std::string_view key) const {
    return key[0] == table[0] && (table.size() == 1 || key.starts_with(table)) && (!to || key < *to);
  }
};

struct PartitionState {
  /// `cursor` is that of a scan; if it is null, the state has a cursor of its own.
  PartitionState(TransactionState& transaction, LayoutPointer layout, const WantedColumns& wanted,
                 Seconds now, OrderedCursor* cursor = nullptr);

  /// Begins another partition. `stands_inside`: the cursor stands on its first entry.
  void enter(std::string_view partition, bool stands_inside);
  /// Begins the partition of the entry under the cursor. Returns false if that entry is behind the scan.
  bool enter_next(const ScanBounds& scan);
  const std::vector<std::string>& key();
  std::int64_t token() const;
  const StoredRow* static_row();
  void select(const std::vector<Slice>& slices, bool reversed);
  /// The next live row; its clustering values are decoded when they are asked for.
  const StoredRow* advance();
  /// The next live row in this partition, which has been entered, or in those behind it. Only if it
  /// can_walk().
  const StoredRow* walk(const ScanBounds& scan);
  /// True if whole partitions are read, forwards, and no deleted stretch is to be skipped.
  bool can_walk() const { return !table_has_covering_ && (is_whole_ || !has_begun_) && !reversed_; }
  /// True if walk() has handed out the row that the cursor is on; then it can go on.
  bool walks() const { return on_row_ == OnRow::of_walk; }
  const std::vector<std::string>& clustering() { return reader_.clustering(); }
  /// The prefix of all keys of the partition; empty before the first one.
  std::string_view prefix() const { return std::string_view(rows_).substr(0, prefix_size_); }
  bool is_reversed() const { return reversed_; }

 private:
  struct Bounds {
    std::string from;  // keys
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
  bool is_within(const Bounds& bounds) const;  // forwards
  std::string entry_key(char kind) const { return std::string(prefix()) + kind; }
  bool enter_slice_forward(const Bounds& bounds);
  [[gnu::noinline]] bool seek_slice_forward(const Bounds& bounds);
  [[gnu::noinline]] bool leave_covering(const RangeTombstone& covering);
  const RangeTombstone* covering_over(std::string_view row);
  std::string_view row_part(std::string_view key) const;
  bool walk_into_next(const ScanBounds& scan);
  std::size_t next_prefix_size(const ScanBounds& scan) const;
  void set_partition(std::string_view partition);
  const StoredRow* hand_out(OnRow handed_out);

  TransactionState& transaction_;
  LayoutPointer layout_;
  Seconds now_;
  RowReader reader_;
  std::optional<RowReader> static_reader_;
  std::optional<OrderedCursor> own_cursor_;
  std::optional<OrderedCursor> static_cursor_;
  OrderedCursor* cursor_;
  const WantedColumns wanted_;

  std::string rows_;  // the partition and the kind of rows
  std::size_t prefix_size_ = 0;
  std::vector<std::string> key_;
  bool key_is_known_ = false;
  const bool table_has_covering_;
  StaticRow static_row_ = StaticRow::unknown;
  std::optional<CoveringFinder> covering_;
  std::vector<Bounds> slices_;
  bool is_whole_ = false;  // one slice, whose bounds are those of all rows
  std::string after_covering_;
  std::size_t slice_ = 0;
  bool reversed_ = false;
  bool has_begun_ = false;
  bool in_slice_ = false;     // the cursor is in the current slice
  OnRow on_row_ = OnRow::no;  // on the row that was handed out, which is to be left
  bool is_placed_ = false;    // forwards: everything before the cursor is behind us
};

}  // namespace cellar
