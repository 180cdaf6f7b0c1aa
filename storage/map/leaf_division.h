// Lets a leaf page end behind the last of many keys that begin alike.
//
// In:      a cursor of a write transaction; a key that was put, and how many of its bytes the keys have in common.
// Out:     the same entries, in other pages.
// Refused: what LMDB refuses; an entry may then have another value, and the transaction must not be committed.
//
// LMDB divides a full page in its middle, unless the new key is the last of its page: then the page stays as it is, and
// the key begins a new one. Rows that arrive in the order of their clustering columns end their partition, but share a
// page with the beginning of the next partition, so each page would be left half full and never be filled again. Once a
// page ends with the partition, LMDB fills page after page.
#pragma once

#include <cstddef>
#include <string_view>

#include "storage/map/cursor.h"

namespace cellar {

/// To be called after `key` was put and LMDB has divided a leaf. If `key` follows many entries that begin with the same
/// `prefix_size` bytes and is followed in its page by others, the latter move to a page of their own. Moves the cursor.
void end_leaf_after(LmdbCursor& cursor, std::string_view key, std::size_t prefix_size);

}  // namespace cellar
