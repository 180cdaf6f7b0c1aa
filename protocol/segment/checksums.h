// The two checksums of segments.
//
// In:      bytes.
// Out:     their checksum.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace cellar {

/// Of the header of a segment: three bytes.
std::uint32_t header_checksum(std::string_view bytes);
/// Of the payload: CRC-32 of four fixed bytes and the payload.
std::uint32_t payload_checksum(std::string_view bytes);

}  // namespace cellar
