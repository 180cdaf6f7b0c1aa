// Works off the purge queue (storage/rows/purge_queue.h).
//
// In:      a second; what is known of tables with indexes and views.
// Out:     purged entries.
// Refused: a queue with entries of an unknown kind (`file_damaged`). An entry of the schedule that does not agree with
//          the statistics of its table is mended.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "storage/derived/deriving_maps.h"
#include "storage/purge/deriving_tables.h"

namespace cellar {

/// Returns the tables that have indexes or views, as the transaction sees the schema; null if there are none.
using DerivingTablesSource = std::function<std::shared_ptr<DerivingTables>()>;

/// Purges due entries, in at most `steps` steps of one entry each, shared by all tables and kinds that have
/// due entries. Returns false if there may be more. Asks for the deriving tables with the first table that is due.
bool purge_some(DerivingMaps& maps, const DerivingTablesSource& deriving, std::uint64_t steps, Seconds now);

}  // namespace cellar
