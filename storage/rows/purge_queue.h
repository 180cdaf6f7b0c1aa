// The queue of entries to be purged (storage/format/format.h).
//
// In:      entries of `data`, and the seconds in which they died or will die.
// Out:     the same on disk, until a commit or COMPACT purges them. A table's entries become due by the grace
//          that the table has when they are looked at.
// Refused: a queue with entries of an unknown kind (`file_damaged`). An entry of the schedule that does not agree with
//          the statistics of its table is mended.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/rows/maps.h"

namespace cellar {

enum class PurgeKind : std::uint8_t {
  row = 1,              // place: the key of the packed entry
  element = 2,          // place: the key of the own entry
  range_tombstone = 3,  // place: the key of the range tombstone
  index_entry = 4,      // place: the key of an entry of an index, which expires
  view_row = 5,         // place: the key of a row of a view that lives as long as its marker, which expires
};

struct PurgeEntry {
  PurgeKind kind = PurgeKind::row;
  Seconds death = 0;
  std::string_view place;
  /// The number of bytes at the front of the place that name the row of an element, or the partition of a
  /// range tombstone; 0 for other kinds.
  std::size_t owner_size = 0;
};

/// Returns the first second in which an entry that died at `death` may be purged: a deletion is kept for the
/// whole second in which its grace ends.
inline Seconds purged_from(Seconds death, std::int64_t grace) {
  return death < INT64_MAX - grace ? death + grace + 1 : INT64_MAX;
}
/// Returns the last `death` for which purged_from() is not after `now`.
inline Seconds purge_cutoff(Seconds now, std::int64_t grace) { return now - grace - 1; }

/// Queues an entry. The table's statistics must have its grace. Queueing the same entry again has no effect.
void queue(Maps& maps, TableId table, const PurgeEntry& entry);
/// Removes an entry from the queue, because the entry of `data` was replaced.
void unqueue(Maps& maps, TableId table, const PurgeEntry& entry);
/// From now on the purge of the table uses this grace, also for entries that are queued already.
void set_grace(Maps& maps, TableId table, std::int64_t seconds);
/// Queues all data of the table for removal, with its entries in the queue and its statistics.
void queue_dropped_table(Maps& maps, TableId table);

/// Refuses an entry that cannot be in the queue. Does not look at the entry of `data` that it refers to.
void check_purge_entry(std::string_view key, std::string_view value);
/// Returns the key in `data` that an entry of the queue refers to; empty if the entry refers to a table.
std::string_view place_of_purge_entry(std::string_view key);

/// What an entry of the queue says of its table, by its kind; nothing for entries of other kinds.
struct ScheduledPurge {
  Seconds from = kNeverPurged;
  std::uint64_t turn = 0;
  TableId table = 0;
};
std::optional<ScheduledPurge> scheduled_purge(std::string_view key);
std::optional<TableId> table_of_lane(std::string_view key);
std::optional<TableId> dropped_table(std::string_view key);

}  // namespace cellar
