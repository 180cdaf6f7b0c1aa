// Removes what has expired in indexes and views.
//
// In:      keys, and the last second in which what expired then may be purged.
// Out:     erased entries.
// Refused: damaged entries (`file_damaged`).
#pragma once

#include <string_view>

#include "storage/derived/deriving_maps.h"

namespace cellar {

/// Does nothing to an entry that was put again and lives longer.
void purge_index_entry(DerivingMaps& maps, std::string_view key, Seconds cutoff);
/// Erases a row of a view with strict liveness whose marker has expired, at most `steps` of its entries, and
/// subtracts their number from `steps`. Returns false if some are left.
bool purge_view_row(DerivingMaps& maps, std::string_view row_key, Seconds cutoff, std::uint64_t& steps);

}  // namespace cellar
