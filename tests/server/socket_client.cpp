#include "socket_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace cellar::test {

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

template <typename Address>
Descriptor connected(const Address& address) {
  Descriptor socket(
      ::socket(reinterpret_cast<const sockaddr&>(address).sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.number() < 0) fail("socket");
  if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    fail("connect");
  return socket;
}

Descriptor connect_to(const std::string& address) {
  if (address.find('/') != std::string::npos) {
    sockaddr_un path{};
    path.sun_family = AF_UNIX;
    address.copy(path.sun_path, sizeof path.sun_path - 1);
    return connected(path);
  }
  const std::size_t colon = address.rfind(':');
  const auto port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  if (address.front() == '[') {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = port;
    inet_pton(AF_INET6, address.substr(1, colon - 2).c_str(), &v6.sin6_addr);
    return connected(v6);
  }
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = port;
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &v4.sin_addr);
  return connected(v4);
}

/// Waits until one of the events is there. Throws if it takes so long that it will never come.
void await_event_of(int socket, short events) {
  constexpr int kMost = 120'000;  // milliseconds
  pollfd wait{socket, events, 0};
  int ready = 0;
  do {
    ready = ::poll(&wait, 1, kMost);
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) throw std::runtime_error("nothing comes");
  if (ready < 0) fail("poll");
}

}  // namespace

SocketClient::SocketClient(const std::string& address, ProtocolVersion version,
                           std::optional<Compression> compression)
    : TestClient(version), socket_(connect_to(address)) {
  if (compression) start(*compression);
}

void SocketClient::send_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    bytes.remove_prefix(send_without_waiting(bytes));
    if (!bytes.empty()) await_event_of(socket_.number(), POLLOUT);
  }
}

std::size_t SocketClient::send_without_waiting(std::string_view bytes) {
  const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent >= 0) return static_cast<std::size_t>(sent);
  if (errno != EAGAIN && errno != EINTR) fail("send");
  return 0;
}

bool SocketClient::take_some(std::size_t most) {
  std::array<char, std::size_t{64} << 10> buffer;
  for (;;) {
    await_event_of(socket_.number(), POLLIN);
    const ssize_t size = ::recv(socket_.number(), buffer.data(), std::min(most, buffer.size()), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (size <= 0) return false;
    take({buffer.data(), static_cast<std::size_t>(size)});
    return true;
  }
}

bool SocketClient::take_more() { return take_some(std::size_t{64} << 10); }

void SocketClient::take_all_there() {
  pollfd there{socket_.number(), POLLIN, 0};
  while (::poll(&there, 1, 0) > 0 && take_more()) {
  }
}

bool SocketClient::await_end() {
  while (take_more()) {
  }
  return true;
}

void SocketClient::end_sending() { ::shutdown(socket_.number(), SHUT_WR); }

void SocketClient::reset() {
  const linger at_once{1, 0};
  ::setsockopt(socket_.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  socket_ = Descriptor();
}

}  // namespace cellar::test
