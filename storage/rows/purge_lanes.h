// The keys of the purge queue, and its schedule (storage/format/format.h), for what works on it.
//
// In:      a table, its statistics.
// Out:     keys; a changed entry in the schedule.
// Refused: a queue with entries of an unknown kind (`file_damaged`).
#pragma once

#include <array>
#include <string>

#include "storage/rows/purge_queue.h"

namespace cellar {

inline constexpr std::array kPurgeKinds{PurgeKind::row, PurgeKind::element, PurgeKind::range_tombstone,
                                        PurgeKind::index_entry, PurgeKind::view_row};

bool has_owner(PurgeKind kind);

std::string schedule_key(TableId table, const TableStats& stats);
/// Returns the prefix of the table's lanes, and that of one of them.
std::string lanes_prefix(TableId table);
std::string lane_prefix(TableId table, PurgeKind kind);
std::string dropped_key(TableId table);

/// Puts the table into the schedule for this second, or takes it out (kNeverPurged).
void schedule(Maps& maps, TableId table, Seconds from);
/// Schedules the table by the oldest entry of each of its lanes. A table that is due already is scheduled for
/// now, after the tables that have been due for longer.
void schedule_by_lanes(Maps& maps, TableId table, Seconds now);

[[noreturn]] void refuse_queue(Maps& maps);

}  // namespace cellar
