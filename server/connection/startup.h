// What STARTUP may ask for.
//
// In:      the options of STARTUP, the version of its frame.
// Out:     what is agreed.
// Refused: a version of CQL below 3, unknown compression, in version 5 Snappy (ProtocolFault, in Cassandra's words,
//          which some drivers look for).
#pragma once

#include <optional>
#include <string_view>

#include "protocol/compression/compression.h"
#include "protocol/version.h"

namespace cellar {

/// The newest version of CQL, as SUPPORTED tells it.
inline constexpr std::string_view kCqlVersion = "3.4.7";

void check_cql_version(std::optional<std::string_view> asked);
/// An empty name asks for no compression.
Compression agreed_compression(ProtocolVersion version, std::string_view asked);

}  // namespace cellar
