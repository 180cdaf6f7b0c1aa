// LZ4 and Snappy, as the protocol uses them.
//
// In:      bytes, or compressed bytes and the most that they may become.
// Out:     compressed bytes, or bytes.
// Refused: compressed bytes that are damaged, or say that they become more than is allowed or than they could
//          (ProtocolFault); nothing is allocated for a length that cannot be true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

enum class Compression : std::uint8_t { none, lz4, snappy };

/// In any case of letters, as STARTUP names it; nothing for another name.
std::optional<Compression> compression_of(std::string_view name);
/// "lz4"; empty for none.
std::string_view compression_name(Compression compression);

/// Appends the body of a frame of version 3 or 4. With LZ4 its length precedes the block.
void append_compressed_body(std::string& out, std::string_view body, Compression compression);
std::string decompressed_body(std::string_view compressed, std::size_t most, Compression compression);

/// The bare LZ4 block of a segment of version 5, whose header has both lengths.
void append_lz4_block(std::string& out, std::string_view bytes);
std::string decompressed_lz4_block(std::string_view block, std::size_t size);

}  // namespace cellar
