// The address of a server that speaks the native protocol.
//
// In:      a text: "db1.example.org:9042,10.0.0.2,[::1]:9043"; addresses that nodes tell, and where they are reached:
//          "10.0.0.2=db2.example.org:9142".
// Out:     addresses.
// Refused: texts that are no addresses (E687).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct ServerAddress {
  std::string host =
      "127.0.0.1";  // a name, a numeric address, or the path of a unix socket, which has a slash
  std::uint16_t port = 9042;

  bool is_path() const { return host.find('/') != host.npos; }
  /// As messages show it: "10.0.0.2:9042".
  std::string text() const;
};

/// Addresses that have no port get `port`.
std::vector<ServerAddress> read_addresses(std::string_view text, std::uint16_t port = 9042);

/// By the numeric address that a node tells of itself: where it is reached. Port 0: the port that the node tells.
using AddressTranslation = std::map<std::string, ServerAddress>;
AddressTranslation read_translation(std::string_view text);
/// Returns where the node is reached that tells this address of itself.
ServerAddress translated(const AddressTranslation& translation, const ServerAddress& told);

}  // namespace cellar
