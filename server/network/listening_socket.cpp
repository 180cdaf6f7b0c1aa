#include "server/network/listening_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "refusal/refusal.h"
#include "types/inet.h"

namespace cellar {

namespace {

constexpr int kWaiting = 4096;  // connections that wait to be accepted
constexpr std::size_t kVersion4 = 4, kVersion6 = 16;

/// An address of any family, as the system takes it.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  sockaddr* pointer() { return reinterpret_cast<sockaddr*>(&storage); }
};

[[noreturn]] void refuse_to_listen(const std::string& address, int fault) {
  refuse("cannot_listen", {}, {{"address", address}, {"reason", std::generic_category().message(fault)}});
}

SocketAddress inet_socket_address(const std::string& bytes, std::uint16_t port) {
  SocketAddress address;
  if (bytes.size() == kVersion4) {
    sockaddr_in inet{};
    inet.sin_family = AF_INET;
    inet.sin_port = htons(port);
    std::memcpy(&inet.sin_addr, bytes.data(), kVersion4);
    address.size = sizeof inet;
    std::memcpy(&address.storage, &inet, sizeof inet);
  } else {
    sockaddr_in6 inet{};
    inet.sin6_family = AF_INET6;
    inet.sin6_port = htons(port);
    std::memcpy(&inet.sin6_addr, bytes.data(), kVersion6);
    address.size = sizeof inet;
    std::memcpy(&address.storage, &inet, sizeof inet);
  }
  return address;
}

SocketAddress unix_socket_address(const std::string& path) {
  sockaddr_un named{};
  named.sun_family = AF_UNIX;
  if (path.size() >= sizeof named.sun_path) refuse_to_listen(path, ENAMETOOLONG);
  path.copy(named.sun_path, path.size());
  SocketAddress address;
  address.size = sizeof named;
  std::memcpy(&address.storage, &named, sizeof named);
  return address;
}

std::string shown(const NodeAddress& address) {
  const std::string text = inet_text(address.address);
  return address.address.size() == kVersion6 ? fmt::format("[{}]:{}", text, address.port)
                                             : fmt::format("{}:{}", text, address.port);
}

NodeAddress node_address(const SocketAddress& address) {
  NodeAddress node;
  if (address.storage.ss_family == AF_INET) {
    sockaddr_in inet{};
    std::memcpy(&inet, &address.storage, sizeof inet);
    node.address.assign(reinterpret_cast<const char*>(&inet.sin_addr), kVersion4);
    node.port = ntohs(inet.sin_port);
  } else if (address.storage.ss_family == AF_INET6) {
    sockaddr_in6 inet{};
    std::memcpy(&inet, &address.storage, sizeof inet);
    node.address.assign(reinterpret_cast<const char*>(&inet.sin6_addr), kVersion6);
    node.port = ntohs(inet.sin6_port);
  }
  return node;
}

bool is_loopback(const std::string& bytes) {
  constexpr char kLoopbackNetwork = 127;
  if (bytes.size() == kVersion4) return bytes[0] == kLoopbackNetwork;
  return bytes == std::string(kVersion6 - 1, '\0') + '\1';
}

/// A socket file that nobody listens at any more was left by a process that was killed.
void remove_stale_socket(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISSOCK(facts.st_mode)) return;
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  SocketAddress address = unix_socket_address(path);
  if (::connect(probe.number(), address.pointer(), address.size) != 0 && errno == ECONNREFUSED)
    ::unlink(path.c_str());
}

/// Binds and listens; returns the number of the error, or 0.
int open_listener(Descriptor& descriptor, SocketAddress address) {
  const int family = address.storage.ss_family;
  descriptor = Descriptor(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (descriptor.number() < 0) return errno;
  const int on = 1;
  if (family != AF_UNIX) ::setsockopt(descriptor.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (family == AF_INET6) ::setsockopt(descriptor.number(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (::bind(descriptor.number(), address.pointer(), address.size) != 0) return errno;
  return ::listen(descriptor.number(), kWaiting) == 0 ? 0 : errno;
}

ListeningSocket listen_at_path(const std::string& path) {
  remove_stale_socket(path);
  ListeningSocket socket{.descriptor = {}, .address = path, .port = 0, .file = {}};
  if (const int fault = open_listener(socket.descriptor, unix_socket_address(path)))
    refuse_to_listen(path, fault);
  socket.file = SocketFile(path);
  return socket;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this == &other) return *this;
  if (number_ >= 0) ::close(number_);
  number_ = other.release();
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

SocketFile& SocketFile::operator=(SocketFile&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  return *this;
}

void SocketFile::remove() {
  if (!path_.empty()) ::unlink(path_.c_str());
  path_.clear();
}

ListeningSocket listen_at(const ListenAddress& address, bool is_insecure) {
  if (address.host.find('/') != address.host.npos) return listen_at_path(address.host);
  const std::optional<std::string> bytes = parse_host(address.host);
  if (!bytes) refuse("listen_address_unknown", {}, {{"address", address.host}});
  if (!is_insecure && !is_loopback(*bytes)) refuse("listen_address_open", {}, {{"address", address.host}});
  ListeningSocket socket;
  const int fault = open_listener(socket.descriptor, inet_socket_address(*bytes, address.port));
  if (fault != 0) refuse_to_listen(shown({*bytes, address.port}), fault);
  SocketAddress own;
  own.size = sizeof own.storage;
  ::getsockname(socket.descriptor.number(), own.pointer(), &own.size);
  const NodeAddress bound = node_address(own);
  socket.address = shown(bound);
  socket.port = bound.port;
  return socket;
}

ConnectionEnds ends_of(int socket) {
  SocketAddress client, reached;
  client.size = sizeof client.storage;
  reached.size = sizeof reached.storage;
  ConnectionEnds ends;
  if (::getpeername(socket, client.pointer(), &client.size) == 0) ends.client = node_address(client);
  if (::getsockname(socket, reached.pointer(), &reached.size) == 0) ends.reached = node_address(reached);
  if (client.storage.ss_family == AF_UNIX) ends.client.port = 0;
  return ends;
}

void set_up_connection(int socket) {
  const int on = 1, idle_seconds = 60, between_seconds = 15, probes = 4;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle_seconds, sizeof idle_seconds);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &between_seconds, sizeof between_seconds);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

}  // namespace cellar
