// Fills an index or view with what the existing rows of its table give, step by step.
//
// In:      the maps of a writer, to which everything is put; a table, and one of its indexes or views.
// Out:     the entries, and the position from which to continue.
// Refused: a row that is too long for what is being built (existing_limit.h); damaged entries (`file_damaged`).
#pragma once

#include <cstdint>
#include <string>

#include "storage/derived/deriving_maps.h"

namespace cellar {

/// Continues at `position`, which is empty at the beginning, and visits about `steps` entries. Returns true when all
/// rows are done.
bool derive_existing(DerivingMaps& maps, const TablePointer& table, TableId derived, std::string& position,
                     std::uint64_t steps);

}  // namespace cellar
