// How long a key may be: a fact of CQL, whose protocol and files give the length of a key two bytes.
//
// In:      nothing.
// Out:     numbers.
// Refused: nothing; those who write keys and entries refuse longer ones.
#pragma once

#include <cstddef>

namespace cellar {

/// The most bytes of a partition key as a whole, of a clustering value, of an element of a set that is not
/// frozen, and of a key of such a map.
inline constexpr std::size_t kLongestKey = 65'535;

/// The most bytes of a value in a secondary index other than a storage-attached one.
inline constexpr std::size_t kLongestIndexedValue = kLongestKey - 1;
/// An index on entries holds the key and the value of an entry as one value, with a length and an end each.
inline constexpr std::size_t kEntryOverhead = 6;

}  // namespace cellar
