// What STARTUP may ask for.
//
// In:      the options of STARTUP, the version of its frame.
// Out:     what is agreed, and what is kept of the options.
// Refused: a version of CQL below 3, unknown compression, in version 5 Snappy (ProtocolFault, in Cassandra's words,
//          which some drivers look for).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/compression/compression.h"
#include "protocol/version.h"

namespace cellar {

/// The newest version of CQL, as SUPPORTED tells it.
inline constexpr std::string_view kCqlVersion = "3.4.7";

void check_cql_version(std::optional<std::string_view> asked);
/// An empty name asks for no compression.
Compression agreed_compression(ProtocolVersion version, std::string_view asked);

/// Returns the options as system_views.clients tells them, as long as the client is there: 4 KiB of names and values, and
/// of what it takes to keep them. The value that is longer is cut, and what is behind it left out.
std::vector<std::pair<std::string, std::string>> kept_options(const StringMap& options);

}  // namespace cellar
