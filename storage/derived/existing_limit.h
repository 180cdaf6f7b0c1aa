// Rows that are stored already, and that a new index or view of their table cannot hold.
//
// In:      a row and its elements.
// Out:     nothing, if they fit.
// Refused: values that a write is refused for (index_limit.h, view_limit.h), unless they have expired: nobody sees
//          them, and their index or view is without them.
#pragma once

#include <span>

#include "storage/derived/base_row.h"
#include "storage/derived/element_change.h"
#include "types/key_limit.h"

namespace cellar {

/// The longest key of an entry of an index, and of a row of a view: it has four parts of kLongestKey at most, each of
/// which takes up to three times as much in a key. A longer one is of a value that had expired before its index or view
/// was made, and nothing is put under it.
inline constexpr std::size_t kLongestDerivedKey = 4 * 3 * kLongestKey;

/// The table's layout has what is being built. `elements` are those of the row.
void check_fits(const BaseRow& row, std::span<const ElementChange> elements);

}  // namespace cellar
