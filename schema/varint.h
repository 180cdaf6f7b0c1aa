// Varints: unsigned numbers in groups of seven bits, lowest first, the high bit set in all bytes but the
// last. ON DISK.
//
// In:      a number, or bytes that begin with one.
// Out:     its bytes, or the number.
// Refused: nothing. take_varint() returns nothing for bytes that are no varint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

inline void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>((value & 0x7F) | 0x80));
  out.push_back(static_cast<char>(value));
}

/// Reads from the front of `bytes` and takes off what it has read; nothing if the number does not end within
/// ten bytes.
inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

}  // namespace cellar
