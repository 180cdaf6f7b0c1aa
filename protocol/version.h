// The versions of the native protocol that Cellar speaks, and the two directions of its messages.
//
// In:      the number of a version.
// Out:     the version, and the text that drivers expect where a version is unknown.
// Refused: nothing; an unknown number gives nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// The order is that of the numbers, so versions are compared: `version >= ProtocolVersion::v4`.
enum class ProtocolVersion : std::uint8_t { v3 = 3, v4 = 4, v5 = 5 };

inline constexpr ProtocolVersion kNewestProtocol = ProtocolVersion::v5;

std::optional<ProtocolVersion> protocol_version(unsigned number);
/// "3/v3", as SUPPORTED lists it under PROTOCOL_VERSIONS.
std::string_view protocol_version_text(ProtocolVersion version);
/// Drivers look for words of this text before they try an older version, so it is Cassandra's.
std::string unsupported_version_text(unsigned number);

/// The first bit of a frame tells who has sent it.
enum class MessageDirection : std::uint8_t { request, response };

}  // namespace cellar
