// Entries of `data` and `purge` as a reader or writer of rows looks for them and erases them.
//
// In:      keys.
// Out:     whether there are entries; erased ones.
// Refused: what the map refuses: damaged pages (`file_damaged`), a full disk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/rows/maps.h"

namespace cellar {

/// Returns true if an element or a large cell of the row is stored.
bool has_own_entry(Maps& maps, const std::string& row_key);

/// Erases entries from `from` to before `to`, at most `steps`, and subtracts their number from `steps`.
/// Returns true if none is left.
bool erase_range(OrderedMap& map, std::string_view from, std::string_view to, std::uint64_t& steps);

}  // namespace cellar
