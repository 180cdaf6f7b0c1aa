// A socket to a server, perhaps with TLS. It never blocks.
//
// In:      an address; bytes.
// Out:     bytes, as they come.
// Refused: hosts that cannot be reached in time (E680), TLS that cannot be agreed on (E686), a connection that was lost
//          (E683), what the person interrupts (E420).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/server_address.h"
#include "client/tls.h"

struct ssl_st;

namespace cellar {

/// Asked now and then while something is waited for; true ends the wait with a refusal. Null: nothing ends it.
using IsInterrupted = std::function<bool()>;

class ServerSocket {
 public:
  using Clock = std::chrono::steady_clock;

  /// Connects, and agrees on TLS if there is a context for it.
  ServerSocket(const ServerAddress& address, std::chrono::milliseconds limit, const TlsContext* tls,
               const IsInterrupted& interrupted);
  ~ServerSocket();
  ServerSocket(const ServerSocket&) = delete;
  ServerSocket& operator=(const ServerSocket&) = delete;

  /// Returns how many bytes were taken from the front; 0: the socket has no room.
  std::size_t write(std::string_view bytes);
  /// Appends the bytes that are there. Returns false if there are none.
  bool read(std::string& into);

  int descriptor() const { return socket_; }
  /// Discards the bytes that the system has not sent yet, once this object ends: they could arrive long after the request was
  /// given up.
  void drop_unsent() const;
  /// Waits until there is something to read, or with `to_write` room. Returns false if the time is over.
  bool await(bool to_write, Clock::time_point deadline, const IsInterrupted& interrupted) const;

 private:
  bool connect_to(const struct SocketAddress& address, Clock::time_point deadline,
                  const IsInterrupted& interrupted, int& error);
  void begin_tls(const TlsContext& tls, Clock::time_point deadline, const IsInterrupted& interrupted);
  [[noreturn]] void refuse_tls();
  [[noreturn]] void lose(const std::string& reason) const;

  const ServerAddress address_;
  std::chrono::milliseconds limit_;
  int socket_ = -1;
  std::unique_ptr<ssl_st, void (*)(ssl_st*)> tls_;
  bool wants_write_ = false;  // TLS has to write before it can go on
};

/// "5 seconds"
std::string seconds_text(std::chrono::milliseconds time);

}  // namespace cellar
