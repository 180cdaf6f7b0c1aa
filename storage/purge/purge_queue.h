// The queue of what may go (storage/format/format.h).
//
// In:      entries of `data`, and the seconds in which they died or will die.
// Out:     the same on disk, until a commit or COMPACT comes to them. A table's entries become due by the
//          grace that it has when they are looked at.
// Refused: a queue with entries of a kind that is not known (`file_damaged`).
#pragma once

#include <string_view>

#include "storage/transaction_state.h"

namespace cellar {

enum class PurgeKind : std::uint8_t {
  row = 1,              // place: the key of the packed entry
  element = 2,          // place: the key of the own entry
  range_tombstone = 3,  // place: the key of the range tombstone
};

struct PurgeEntry {
  PurgeKind kind = PurgeKind::row;
  Seconds death = 0;
  std::string_view place;
  /// How many bytes at the front of the place name the row of an element, or the partition of a range
  /// tombstone.
  std::size_t owner_size = 0;
};

/// Queues an entry of a table whose stats know its grace. The same entry is queued once.
void queue(TransactionState& state, TableId table, const PurgeEntry& entry);
/// Takes back what was queued: it was replaced.
void unqueue(TransactionState& state, TableId table, const PurgeEntry& entry);
/// From now on the purge of the table goes by this grace, for all that is queued already, too.
void set_grace(TransactionState& state, TableId table, std::int64_t seconds);
/// Everything of the table goes, its entries in the queue and its stats included.
void queue_dropped_table(TransactionState& state, TableId table);

/// Refuses an entry that is not of this queue. Does not look at the entry of `data` that it is about.
void check_purge_entry(std::string_view key, std::string_view value);
/// Returns the key in `data` that an entry of the queue is about; empty if the entry is about a table.
std::string_view place_of_purge_entry(std::string_view key);

/// Purges what is due, in at most `steps` steps of one entry each, shared by all tables and kinds that have
/// anything due. False if there may be more.
bool purge_some(TransactionState& state, std::uint64_t steps);

}  // namespace cellar
