#include "client/name_lookup.h"

#include <ares.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/select.h>
#include <sys/un.h>

#include <cstring>
#include <optional>
#include <string>

#include "refusal/refusal.h"
#include "types/inet.h"

namespace cellar {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void refuse_host(const ServerAddress& address, const char* reason) {
  refuse("node_unknown", {}, {{"host", address.host}, {"reason", reason}});
}

SocketAddress path_address(const ServerAddress& address) {
  SocketAddress found;
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  if (address.host.size() >= sizeof local.sun_path)
    refuse_host(address, "the path of the socket is too long");
  address.host.copy(local.sun_path, address.host.size());
  std::memcpy(&found.bytes, &local, found.size = sizeof local);
  return found;
}

std::optional<SocketAddress> numeric_address(const ServerAddress& address) {
  const std::optional<std::string> bytes = parse_host(address.host);
  if (!bytes) return std::nullopt;
  SocketAddress found;
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(address.port);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(address.port);
  if (bytes->size() == sizeof v4.sin_addr) {
    bytes->copy(reinterpret_cast<char*>(&v4.sin_addr), bytes->size());
    std::memcpy(&found.bytes, &v4, found.size = sizeof v4);
  } else {
    bytes->copy(reinterpret_cast<char*>(&v6.sin6_addr), bytes->size());
    std::memcpy(&found.bytes, &v6, found.size = sizeof v6);
  }
  return found;
}

/// What a lookup by c-ares has found.
struct FoundHosts {
  bool has_ended = false;
  int status = ARES_SUCCESS;
  std::vector<SocketAddress> addresses;
};

void take_hosts(void* into, int status, int /*timeouts*/, ares_addrinfo* hosts) {
  auto& found = *static_cast<FoundHosts*>(into);
  found.has_ended = true;
  found.status = status;
  for (const ares_addrinfo_node* node = hosts == nullptr ? nullptr : hosts->nodes; node != nullptr;
       node = node->ai_next) {
    SocketAddress address;
    address.size = static_cast<socklen_t>(node->ai_addrlen);
    if (address.size > sizeof address.bytes) continue;
    std::memcpy(&address.bytes, node->ai_addr, address.size);
    found.addresses.push_back(address);
  }
  if (hosts != nullptr) ares_freeaddrinfo(hosts);
}

/// A channel of c-ares, and with it the library.
class NameChannel {
 public:
  explicit NameChannel(std::chrono::milliseconds limit) {
    ares_library_init(ARES_LIB_INIT_ALL);
    ares_options options{};
    options.timeout = static_cast<int>(limit.count() / 4);
    options.tries = 2;
    is_open_ = ares_init_options(&channel_, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES) == ARES_SUCCESS;
  }
  ~NameChannel() {
    if (is_open_) ares_destroy(channel_);
    ares_library_cleanup();
  }
  NameChannel(const NameChannel&) = delete;
  NameChannel& operator=(const NameChannel&) = delete;

  void find(const ServerAddress& address, FoundHosts& found, Clock::time_point deadline) {
    if (!is_open_) return;
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_flags = ARES_AI_NUMERICSERV;
    ares_getaddrinfo(channel_, address.host.c_str(), std::to_string(address.port).c_str(), &hints, take_hosts,
                     &found);
    while (!found.has_ended && Clock::now() < deadline) wait_once();
    if (!found.has_ended) ares_cancel(channel_);
  }

 private:
  void wait_once() {
    fd_set read_set, write_set;
    FD_ZERO(&read_set);
    FD_ZERO(&write_set);
    const int descriptors = ares_fds(channel_, &read_set, &write_set);
    timeval most{.tv_sec = 0, .tv_usec = 100'000};
    select(descriptors, &read_set, &write_set, nullptr, &most);
    ares_process(channel_, &read_set, &write_set);
  }

  ares_channel channel_ = nullptr;
  bool is_open_ = false;
};

}  // namespace

std::vector<SocketAddress> look_up(const ServerAddress& address, std::chrono::milliseconds limit) {
  if (address.is_path()) return {path_address(address)};
  if (const std::optional<SocketAddress> numeric = numeric_address(address)) return {*numeric};
  FoundHosts found;
  {
    NameChannel channel(limit);
    channel.find(address, found, Clock::now() + limit);
  }
  if (!found.addresses.empty()) return std::move(found.addresses);
  // One that was given up has ended by its cancellation, or not at all.
  const bool is_given_up = found.status == ARES_SUCCESS || found.status == ARES_ECANCELLED;
  refuse_host(address, is_given_up ? "no name server has answered" : ares_strerror(found.status));
}

}  // namespace cellar
