// How long a key may be: a fact of CQL, whose protocol and files give the length of a key two bytes.
#pragma once

#include <cstddef>

namespace cellar {

/// The most bytes of a partition key as a whole, of a clustering value, of an element of a set that is not
/// frozen, and of a key of such a map.
inline constexpr std::size_t kLongestKey = 65'535;

}  // namespace cellar
