// Begins a read of the partitions of a table (storage/rows/reading.h).
//
// In:      the maps of a transaction, a table, a range of tokens, the wanted columns, a second.
// Out:     a cursor before the first partition.
// Refused: damaged entries (`file_damaged`); a read that was interrupted.
#pragma once

#include <string>
#include <vector>

#include "storage/rows/maps.h"
#include "storage/rows/reading.h"

namespace cellar {

/// Starts in the partition with the key `start_at`, or after its place if it does not exist; null: at the lower bound.
PartitionCursor scan(Maps& maps, const LayoutPointer& layout, const TokenRange& range,
                     const WantedColumns& wanted, Seconds now, const std::vector<std::string>* start_at);

}  // namespace cellar
