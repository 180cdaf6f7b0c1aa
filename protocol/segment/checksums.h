// The two checksums of segments.
//
// In:      bytes.
// Out:     their checksum.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace cellar {

/// Returns the CRC-24 of a segment header.
std::uint32_t header_checksum(std::string_view bytes);
/// Returns the CRC-32 of a segment payload, seeded with four fixed bytes.
std::uint32_t payload_checksum(std::string_view bytes);

}  // namespace cellar
