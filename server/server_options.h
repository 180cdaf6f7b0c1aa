// What a server is told when it starts.
//
// In:      the options of `cellar serve`.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "planner/policy.h"

namespace cellar {

/// The most that clients may make grow. Beyond it a connection is not read, a request is refused as overloaded, or an
/// old entry is forgotten.
struct ServerLimits {
  std::size_t body_before_startup = std::size_t{128} << 10;  // bytes of a message of a stranger
  std::size_t body = std::size_t{16} << 20;                  // bytes of a message
  std::size_t page_bytes = std::size_t{1} << 20;             // of the values in a page
  std::size_t result_bytes = std::size_t{256} << 20;         // of a result that is asked for without pages
  std::size_t answers_bytes = std::size_t{1} << 30;          // of all answers that clients have not read
  std::size_t received_bytes = std::size_t{1} << 29;  // of all messages that are not whole, or not answered
  std::size_t requests = 4096;                        // under way, of a connection
  std::size_t reads = 64;                             // under way, of a connection
  std::size_t unsent_bytes = std::size_t{4} << 20;  // answers of a connection that wait, before it is read on
  std::size_t prepared_bytes = std::size_t{64} << 20;  // of the prepared statements of all clients, about
  std::size_t traces = 1000;
  std::chrono::seconds startup{10};  // after which a connection must have sent STARTUP
  /// In which a client must have read something of what is sent to it, or sent more of a message that it has begun.
  std::chrono::seconds stall{30};
};

struct ListenAddress {
  std::string host = "127.0.0.1";  // an address, or the path of a unix socket, which has a slash
  std::uint16_t port = 9042;       // 0: any that is free
};

struct ServerOptions {
  std::vector<ListenAddress> addresses;  // none: 127.0.0.1
  Policy policy = Policy::cassandra;
  /// May listen at addresses that other machines reach, although nobody has to log in.
  bool is_insecure = false;
  /// Answers as Cassandra would with one node alive, where a keyspace asks for more replicas.
  bool is_strict_about_consistency = false;
  std::vector<std::string> faults;  // that are made from the beginning (server/faults/fault.h)
  ServerLimits limits;
};

}  // namespace cellar
