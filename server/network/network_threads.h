// The threads that move bytes between sockets and connections.
//
// In:      sockets that listen; the state of the server.
// Out:     each client's bytes reach its connection, and the connection's output reaches the client.
// Refused: nothing. A client that sends no STARTUP in time, or does not read what is sent to it, is closed. If the
//          system grants no descriptor for another client, it waits until there is one.
//
// Each thread has an event loop of its own (Boost.Asio), and each connection belongs to one of them. This is the only
// source beside its own that includes Asio.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "server/network/listening_socket.h"
#include "server/state/server_state.h"

namespace cellar {

class NetworkThreads {
 public:
  NetworkThreads();
  /// stop() must have been called.
  ~NetworkThreads();
  NetworkThreads(const NetworkThreads&) = delete;
  NetworkThreads& operator=(const NetworkThreads&) = delete;

  /// Called once. The state must live until stop() has returned.
  void start(std::vector<ListeningSocket> sockets, ServerState& state);
  /// Accepts no more clients, lets each have the answers of what is under way, and closes all, at the latest when the
  /// time is over.
  void stop(std::chrono::milliseconds patience);

 private:
  class Loop;
  class SocketConnection;
  class Acceptor;

  std::vector<std::unique_ptr<Loop>> loops_;
  std::vector<std::shared_ptr<Acceptor>> acceptors_;
};

}  // namespace cellar
