// The range tombstones of a partition, which never overlap (storage/format/format.h).
//
// In:      positions as bytes (storage/format/keys.h).
// Out:     the range tombstone over a position; those that overlap a range.
// Refused: damaged entries (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/format/row_format.h"
#include "storage/map/ordered_map.h"
#include "storage/rows/maps.h"

namespace cellar {

enum class RangeTombstoneKind : std::uint8_t {
  covering = 1,  // everything stored in its range is dead
  empty = 2,     // nothing stored in its range is dead by it
};

/// Deletes the rows from `start` to before `end`.
struct RangeTombstone {
  std::string start;
  std::string end;
  RangeTombstoneKind kind = RangeTombstoneKind::covering;
  Deletion deletion;

  bool operator==(const RangeTombstone&) const = default;
};

/// The position of the static row, where the rows end; and the end of a deletion that includes it.
inline constexpr std::string_view kStaticPosition = "\xFF";
inline constexpr std::string_view kPartitionEnd = "\xFF\xFF";

std::string range_tombstone_key(std::string_view partition, std::string_view start);
/// Returns the start position in the key of a range tombstone.
std::string_view range_tombstone_start(std::string_view key, std::size_t partition_size);
std::string encode_range_tombstone(const RangeTombstone& tombstone);
RangeTombstone decode_range_tombstone(std::string_view start, std::string_view value);

/// Reads the range tombstones of a partition in order. The pointers are valid until the next call; null:
/// there is none.
class RangeTombstoneCursor {
 public:
  RangeTombstoneCursor(OrderedMap& data, std::string_view partition, std::uint64_t* visited);

  /// Moves to the last range tombstone that starts at or before the position.
  const RangeTombstone* seek_floor(std::string_view position);
  /// Moves to the last range tombstone that starts before the position.
  const RangeTombstone* seek_before(std::string_view position);
  /// Moves to the first range tombstone that starts at or after the position.
  const RangeTombstone* seek_from(std::string_view position);
  /// Moves to the first range tombstone that starts after the position.
  const RangeTombstone* seek_after(std::string_view position);
  const RangeTombstone* next();

 private:
  const RangeTombstone* load();

  OrderedCursor cursor_;
  std::string prefix_;  // the prefix of the keys of all range tombstones of the partition
  RangeTombstone tombstone_;
};

/// For reads: finds the covering range tombstone over a position, and keeps the answer for positions nearby.
class CoveringFinder {
 public:
  CoveringFinder(OrderedMap& data, std::string_view partition, std::uint64_t* visited)
      : cursor_(data, partition, visited) {}

  /// Returns the covering range tombstone over a row or position, null if there is none.
  const RangeTombstone* find(std::string_view position);

 private:
  RangeTombstoneCursor cursor_;
  bool known_ = false;
  std::string known_start_;               // where the range begins for which covering_ is the answer
  std::optional<std::string> known_end_;  // its end; nothing: the partition's end
  std::optional<RangeTombstone> covering_;
};

/// Changes the range tombstones of one partition.
class RangeTombstoneMap {
 public:
  RangeTombstoneMap(Maps& maps, TableId table, std::string_view partition);

  /// Returns the range tombstone of either kind over the position.
  std::optional<RangeTombstone> find(std::string_view position);
  /// Returns those that overlap [start, end), in order.
  std::vector<RangeTombstone> overlapping(std::string_view start, std::string_view end);
  /// Returns the first that starts at or after the position.
  std::optional<RangeTombstone> first_from(std::string_view position);
  /// Erases what is stored in the range of a covering tombstone, at most `steps` entries, and subtracts their
  /// number from `steps`. Returns true if nothing is left.
  bool erase_rows(const RangeTombstone& tombstone, std::uint64_t& steps);
  /// Turns the row's range, [row, row + FF), which was part of `covering`, into an empty range tombstone.
  void open_row(const RangeTombstone& covering, std::string_view row);
  /// Replaces the range tombstones `before` by `after`; both are in order.
  void replace(const std::vector<RangeTombstone>& before, const std::vector<RangeTombstone>& after);
  /// Returns true if no row has an entry in [start, end).
  bool is_free_of_rows(std::string_view start, std::string_view end);

 private:
  RangeTombstone piece(const RangeTombstone& of, std::string start, std::string end);
  /// Updates the purge queue, in which each range tombstone is queued once, for the second of its deletion.
  void queue_change(const RangeTombstone* before, const RangeTombstone* after);
  Maps& maps_;
  TableId table_;
  TableStats& stats_;
  std::string partition_;
};

}  // namespace cellar
