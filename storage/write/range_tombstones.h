// Ranges of deletion in a partition, as range tombstones that never overlap (storage/format/format.h).
//
// In:      positions as bytes (storage/format/keys.h).
// Out:     the range tombstone over a position, or those over a range.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/lmdb/ordered_map.h"
#include "storage/transaction_state.h"

namespace cellar {

enum class RangeTombstoneKind : std::uint8_t {
  covering = 1,  // all that is stored inside is dead
  empty = 2,     // nothing that is stored inside is dead by it
};

/// The rows from `start` to before `end`.
struct RangeTombstone {
  std::string start;
  std::string end;
  RangeTombstoneKind kind = RangeTombstoneKind::covering;
  Deletion deletion;

  bool operator==(const RangeTombstone&) const = default;
};

std::string range_tombstone_key(std::string_view partition, std::string_view start);
/// The start position in the key of a range tombstone.
std::string_view range_tombstone_start(std::string_view key, std::size_t partition_size);
std::string encode_range_tombstone(const RangeTombstone& tombstone);
RangeTombstone decode_range_tombstone(std::string_view start, std::string_view value);

/// Walks the range tombstones of a partition.
class RangeTombstoneCursor {
 public:
  RangeTombstoneCursor(OrderedMap& data, std::string_view partition, std::uint64_t* visited);

  /// The last range tombstone that starts at or before the position; null if there is none.
  const RangeTombstone* seek_floor(std::string_view position);
  /// The last range tombstone that starts before the position.
  const RangeTombstone* seek_before(std::string_view position);
  /// The first range tombstone that starts at the position or after it.
  const RangeTombstone* seek_from(std::string_view position);
  /// The first range tombstone that starts after the position.
  const RangeTombstone* seek_after(std::string_view position);
  const RangeTombstone* next();

 private:
  const RangeTombstone* load();

  OrderedCursor cursor_;
  std::string prefix_;  // of the keys of all range tombstones of the partition
  RangeTombstone tombstone_;
};

/// For reads: finds where a covering range tombstone ends, and remembers the answer for the neighbourhood.
class CoveringFinder {
 public:
  CoveringFinder(OrderedMap& data, std::string_view partition, std::uint64_t* visited)
      : cursor_(data, partition, visited) {}

  /// The covering range tombstone over a row or position, null if there is none.
  const RangeTombstone* find(std::string_view position);

 private:
  RangeTombstoneCursor cursor_;
  bool known_ = false;
  std::string known_start_;               // of the stretch that the answer holds for
  std::optional<std::string> known_end_;  // nothing: to the end
  std::optional<RangeTombstone> covering_;
};

/// Range tombstones of one partition, to be changed.
class RangeTombstoneMap {
 public:
  RangeTombstoneMap(TransactionState& state, TableId table, std::string_view partition);

  /// The range tombstone of either kind over the position.
  std::optional<RangeTombstone> find(std::string_view position);
  /// All that overlap [start, end), in order.
  std::vector<RangeTombstone> overlapping(std::string_view start, std::string_view end);
  /// The first that starts at the position or after it.
  std::optional<RangeTombstone> first_from(std::string_view position);
  /// Erases what is stored inside a covering range tombstone, at most `steps` entries, which it takes off.
  /// True if nothing is left.
  bool erase_rows(const RangeTombstone& tombstone, std::uint64_t& steps);
  /// Makes the place of a row, [row, row + FF), an empty range tombstone; it was part of `covering`.
  void open_row(const RangeTombstone& covering, std::string_view row);
  /// Puts `after` in the place of `before`; both in order.
  void replace(const std::vector<RangeTombstone>& before, const std::vector<RangeTombstone>& after);
  /// True if no entry of a row is in [start, end).
  bool is_free_of_rows(std::string_view start, std::string_view end);

 private:
  RangeTombstone piece(const RangeTombstone& of, std::string start, std::string end);
  /// Queues each range tombstone once, for the second of its deletion.
  void queue_change(const RangeTombstone* before, const RangeTombstone* after);
  TransactionState& state_;
  TableId table_;
  TableStats& stats_;
  std::string partition_;
};

}  // namespace cellar
