#include "protocol/version.h"

#include <fmt/format.h>

namespace cellar {

std::optional<ProtocolVersion> protocol_version(unsigned number) {
  if (number < static_cast<unsigned>(ProtocolVersion::v3) || number > static_cast<unsigned>(kNewestProtocol))
    return std::nullopt;
  return static_cast<ProtocolVersion>(number);
}

std::string_view protocol_version_text(ProtocolVersion version) {
  switch (version) {
    case ProtocolVersion::v3:
      return "3/v3";
    case ProtocolVersion::v4:
      return "4/v4";
    case ProtocolVersion::v5:
      return "5/v5";
  }
  return {};
}

std::string unsupported_version_text(unsigned number) {
  return fmt::format(
      "Invalid or unsupported protocol version ({}); supported versions are (3/v3, 4/v4, 5/v5)", number);
}

}  // namespace cellar
