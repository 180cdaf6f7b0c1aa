// How browsers may call the server.
//
// In:      what a request names as its host.
// Out:     whether it is this server. No name of a foreign site, which may lead to its address, is.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct SiteHosts {
  std::vector<std::string> whole;  // with their port: "localhost:8048"
  std::vector<std::string> names;  // with any port, or none: a proxy has its own
  bool takes_numbers = false;      // addresses in numbers, with any port
  bool is_secure = false;          // by TLS

  bool contains(std::string_view host) const;
};

/// Returns the name in the field Host; the whole field if what follows is no port.
std::string_view without_port(std::string_view host);

}  // namespace cellar
