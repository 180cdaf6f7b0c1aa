#include "web/http/own_addresses.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "types/inet.h"

namespace cellar {

namespace {

std::string numbers_of(const sockaddr_in& inet) {
  return inet_text({reinterpret_cast<const char*>(&inet.sin_addr), sizeof inet.sin_addr});
}

/// Returns from where packets would go to an address that no machine has. None is sent.
std::optional<std::string> address_of_default_route() {
  constexpr std::uint32_t kDocumentation = 0xC0000201;  // 192.0.2.1
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  if (socket < 0) return std::nullopt;
  sockaddr_in to{}, from{};
  to.sin_family = AF_INET;
  to.sin_port = htons(9);
  to.sin_addr.s_addr = htonl(kDocumentation);
  socklen_t size = sizeof from;
  const bool is_known = ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 &&
                        ::getsockname(socket, reinterpret_cast<sockaddr*>(&from), &size) == 0;
  ::close(socket);
  return is_known ? std::optional(numbers_of(from)) : std::nullopt;
}

}  // namespace

std::vector<std::string> with_first(std::vector<std::string> addresses,
                                    const std::optional<std::string>& first) {
  std::ranges::stable_partition(addresses, [&](const std::string& each) { return each == first; });
  return addresses;
}

std::vector<std::string> own_addresses() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, freeifaddrs);
  std::vector<std::string> addresses;
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
    const bool is_up = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
    if (!is_up || each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in inet{};
    std::memcpy(&inet, each->ifa_addr, sizeof inet);
    addresses.push_back(numbers_of(inet));
  }
  return with_first(std::move(addresses), address_of_default_route());
}

}  // namespace cellar
