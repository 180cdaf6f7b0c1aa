// A client that sends many requests by the native protocol, and measures their answers.
//
// In:      the address of a server, a statement and values for each request.
// Out:     how long all requests took, and each of them.
// Refused: a server that cannot be reached, requests that it refuses.
//
// One thread drives all connections, so that both sides of a comparison are driven alike.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "types/value/value.h"

namespace cellar::bench {

struct ServerAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = 9042;
};

struct PreparedLoad {
  std::string statement;
  std::function<std::vector<BoundValue>(std::size_t request)> values;
  std::size_t requests = 0;
  std::size_t in_flight = 1;  // over all connections
};

struct LoadTimes {
  double seconds = 0;
  double median = 0;  // microseconds, of one request
  double percentile_99 = 0;
  double each(std::size_t requests) const { return 1e6 * seconds / static_cast<double>(requests); }
};

class ProtocolClient {
 public:
  ProtocolClient(const ServerAddress& address, std::size_t connections);
  ~ProtocolClient();
  ProtocolClient(const ProtocolClient&) = delete;
  ProtocolClient& operator=(const ProtocolClient&) = delete;

  void execute(const std::string& statement);
  LoadTimes run(const PreparedLoad& load);

 private:
  class Connection;
  std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace cellar::bench
