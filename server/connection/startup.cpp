#include "server/connection/startup.h"

#include <algorithm>
#include <charconv>

#include "protocol/protocol_fault.h"
#include "types/text/text.h"

namespace cellar {

void check_cql_version(std::optional<std::string_view> asked) {
  constexpr int kOldest = 3;
  if (!asked) throw ProtocolFault("Missing value CQL_VERSION in STARTUP message");
  int major = 0;
  std::from_chars(asked->data(), asked->data() + asked->size(), major);
  if (major >= kOldest) return;
  throw ProtocolFault("CQL version " + std::string(asked->substr(0, 100)) +
                      " is not supported by the binary protocol (supported version are >= 3.0.0)");
}

Compression agreed_compression(ProtocolVersion version, std::string_view asked) {
  if (asked.empty()) return Compression::none;
  const std::optional<Compression> compression = compression_of(asked);
  if (!compression)
    throw ProtocolFault("Unknown compression algorithm: " + std::string(asked.substr(0, 100)));
  if (*compression == Compression::snappy && version >= ProtocolVersion::v5)
    throw ProtocolFault("Snappy compression is not supported in protocol V5");
  return *compression;
}

std::vector<std::pair<std::string, std::string>> kept_options(const StringMap& options) {
  constexpr std::size_t kMost = 4096;
  std::vector<std::pair<std::string, std::string>> kept;
  std::size_t left = kMost;
  for (const auto& [name, value] : options) {
    const std::size_t before_value = sizeof(kept.front()) + name.size();
    if (before_value > left) break;
    left -= before_value;
    const std::size_t length = character_boundary(value, std::min(value.size(), left));
    kept.emplace_back(name, value.substr(0, length));
    if (length < value.size()) break;
    left -= length;
  }
  return kept;
}

}  // namespace cellar
