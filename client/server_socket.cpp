#include "client/server_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "client/name_lookup.h"
#include "refusal/counted.h"
#include "refusal/refusal.h"
#include "types/inet.h"

namespace cellar {

namespace {

constexpr std::size_t kReadAtOnce = 64 * 1024;
constexpr std::chrono::milliseconds kBetweenLooks{100};

std::string reason_of(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse_connection(const ServerAddress& address, int error,
                                    std::chrono::milliseconds limit) {
  if (error == ETIMEDOUT)
    refuse("node_silent", {}, {{"address", address.text()}, {"time", seconds_text(limit)}});
  if (error == ECONNREFUSED) refuse("node_refuses_connection", {}, {{"address", address.text()}});
  refuse("node_unreachable", {}, {{"address", address.text()}, {"reason", reason_of(error)}});
}

/// Whoever waits for an answer wants each request to leave at once, and to learn of a machine that has gone.
void set_options(int socket, int family) {
  if (family == AF_UNIX) return;
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

}  // namespace

std::string seconds_text(std::chrono::milliseconds time) {
  if (time.count() % 1000 != 0) return fmt::format("{} ms", time.count());
  return counted(std::to_string(time.count() / 1000), "second", "seconds");
}

ServerSocket::ServerSocket(const ServerAddress& address, std::chrono::milliseconds limit,
                           const TlsContext* tls, const IsInterrupted& interrupted)
    : address_(address), limit_(limit), tls_(nullptr, SSL_free) {
  const Clock::time_point deadline = Clock::now() + limit;
  int error = 0;
  bool is_connected = false;
  for (const SocketAddress& each : look_up(address, limit)) {
    is_connected = connect_to(each, deadline, interrupted, error);
    if (is_connected) break;
  }
  if (!is_connected) refuse_connection(address, error, limit);
  try {
    if (tls != nullptr) begin_tls(*tls, deadline, interrupted);
  } catch (...) {
    close(socket_);
    throw;
  }
}

ServerSocket::~ServerSocket() {
  if (tls_ != nullptr) SSL_shutdown(tls_.get());
  if (socket_ >= 0) close(socket_);
}

bool ServerSocket::connect_to(const SocketAddress& address, Clock::time_point deadline,
                              const IsInterrupted& interrupted, int& error) {
  socket_ = socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  error = errno;
  if (socket_ < 0) return false;
  set_options(socket_, address.bytes.ss_family);
  error = 0;
  try {
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address.bytes), address.size) != 0) error = errno;
    if (error == EINPROGRESS) {
      error = ETIMEDOUT;
      socklen_t size = sizeof error;
      if (await(true, deadline, interrupted)) getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
    }
  } catch (...) {
    close(socket_);
    throw;
  }
  if (error != 0) {
    close(socket_);
    socket_ = -1;
  }
  return error == 0;
}

void ServerSocket::begin_tls(const TlsContext& tls, Clock::time_point deadline,
                             const IsInterrupted& interrupted) {
  tls_.reset(SSL_new(tls.get()));
  if (tls_ == nullptr || SSL_set_fd(tls_.get(), socket_) != 1) throw std::bad_alloc();
  const bool is_numeric = parse_inet(address_.host).has_value();
  if (!is_numeric) SSL_set_tlsext_host_name(tls_.get(), address_.host.c_str());
  if (tls.checks_host()) {
    X509_VERIFY_PARAM* const checks = SSL_get0_param(tls_.get());
    is_numeric ? X509_VERIFY_PARAM_set1_ip_asc(checks, address_.host.c_str())
               : X509_VERIFY_PARAM_set1_host(checks, address_.host.c_str(), 0);
  }
  for (;;) {
    ERR_clear_error();  // of other connections of this thread
    const int done = SSL_connect(tls_.get());
    if (done == 1) return;
    const int wish = SSL_get_error(tls_.get(), done);
    if (wish != SSL_ERROR_WANT_READ && wish != SSL_ERROR_WANT_WRITE) refuse_tls();
    if (!await(wish == SSL_ERROR_WANT_WRITE, deadline, interrupted))
      refuse_connection(address_, ETIMEDOUT, limit_);
  }
}

void ServerSocket::refuse_tls() {
  const long verified = SSL_get_verify_result(tls_.get());
  const std::string fault = tls_fault();
  refuse("tls_refused", {},
         {{"address", address_.text()},
          {"reason", verified == X509_V_OK ? fault : X509_verify_cert_error_string(verified)}});
}

void ServerSocket::lose(const std::string& reason) const {
  refuse("node_lost", {}, {{"address", address_.text()}, {"reason", reason}});
}

std::size_t ServerSocket::write(std::string_view bytes) {
  if (bytes.empty()) return 0;
  if (tls_ != nullptr) {
    const int most = static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20));
    ERR_clear_error();
    const int sent = SSL_write(tls_.get(), bytes.data(), most);
    if (sent > 0) return static_cast<std::size_t>(sent);
    const int wish = SSL_get_error(tls_.get(), sent);
    if (wish == SSL_ERROR_WANT_READ || wish == SSL_ERROR_WANT_WRITE) return 0;
    lose(tls_fault());
  }
  const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent >= 0) return static_cast<std::size_t>(sent);
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return 0;
  lose(reason_of(errno));
}

bool ServerSocket::read(std::string& into) {
  char buffer[kReadAtOnce];
  if (tls_ != nullptr) {
    ERR_clear_error();
    const int size = SSL_read(tls_.get(), buffer, kReadAtOnce);
    if (size > 0) {
      into.append(buffer, static_cast<std::size_t>(size));
      return true;
    }
    const int wish = SSL_get_error(tls_.get(), size);
    wants_write_ = wish == SSL_ERROR_WANT_WRITE;
    if (wish == SSL_ERROR_WANT_READ || wish == SSL_ERROR_WANT_WRITE) return false;
    lose(wish == SSL_ERROR_ZERO_RETURN ? "the node has closed it" : tls_fault());
  }
  const ssize_t size = recv(socket_, buffer, kReadAtOnce, 0);
  if (size > 0) {
    into.append(buffer, static_cast<std::size_t>(size));
    return true;
  }
  if (size == 0) lose("the node has closed it");
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return false;
  lose(reason_of(errno));
}

void ServerSocket::drop_unsent() const {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

bool ServerSocket::await(bool to_write, Clock::time_point deadline, const IsInterrupted& interrupted) const {
  for (;;) {
    if (interrupted && interrupted()) refuse("interrupted");
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    const short events = static_cast<short>(to_write || wants_write_ ? POLLIN | POLLOUT : POLLIN);
    pollfd waited{.fd = socket_, .events = events, .revents = 0};
    const int ready = poll(&waited, 1, static_cast<int>(std::min(left, kBetweenLooks).count()));
    if (ready > 0) return true;
  }
}

}  // namespace cellar
