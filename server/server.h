// A server of Cassandra's native protocol (versions 3, 4 and 5) over one database.
//
// In:      a database and options; clients by TCP and unix sockets.
// Out:     their statements run, and are answered. All the server's own threads run within it.
// Refused: addresses that are none, are in use, or can be reached from other machines (E532).
//
//     Server server(database, {.addresses = {{"127.0.0.1", 9042}}});
//     wait_for_a_signal();
//     server.stop(std::chrono::seconds(2));
//
// Nobody has to log in, and nothing is encrypted: see ServerOptions::is_insecure.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "database/database.h"
#include "server/server_options.h"

namespace cellar {

class NetworkThreads;
struct ServerState;
class Server {
 public:
  /// Listens at all addresses on return.
  Server(const Database& database, ServerOptions options);
  /// Stops at once.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Returns where it listens, as clients write it: "127.0.0.1:9042", "[::1]:9042", "/tmp/cellar.sock".
  const std::vector<std::string>& addresses() const { return addresses_; }
  /// Sets all tables and definitions back to the database's baseline, as the statement CELLAR RESET does. Refuses what
  /// Database::reset_to_baseline() refuses.
  void reset();
  /// Accepts no more connections and requests, and waits until those under way are answered, or the time is over.
  /// Closes all connections. What was acknowledged is durable in any case.
  void stop(std::chrono::milliseconds patience);

 private:
  std::vector<std::string> addresses_;
  std::unique_ptr<NetworkThreads> network_;  // outlives the state, whose requests wake it
  std::unique_ptr<ServerState> state_;
};

}  // namespace cellar
