// How keys that are too long for LMDB are stored, and the bounds of keys and values (storage/format/format.h specifies
// and explains them).
//
// In:      nothing.
// Out:     constants.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cellar {

inline constexpr std::size_t kShortKeySize = 510;
inline constexpr char kOverflowMark = 0x01;
inline constexpr std::uint8_t kOverflowSpace = 0xFF;
inline bool is_in_overflow_space(std::string_view key) {
  return static_cast<std::uint8_t>(key[0]) == kOverflowSpace;
}

/// The largest value of a cell or an element, in bytes. The format could hold 2^32 - 1. But a write keeps a
/// value in memory in one piece and writes it by one system call, which is limited to 2 GiB; and a message of
/// CQL's protocol is limited to 256 MiB, so a larger value could not be moved to a cluster.
inline constexpr std::size_t kLargestValue = std::size_t{256} << 20;

}  // namespace cellar
