// The connections of a server.
//
// In:      connections as they come and go.
// Out:     what system_views.clients tells of each.
// Refused: nothing.
//
// All members may be called by several threads at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "schema/node_facts.h"

namespace cellar {

struct ClientFacts {
  NodeAddress address;
  bool is_started = false;  // STARTUP was answered
  std::string keyspace;
  std::vector<std::pair<std::string, std::string>> options;  // of STARTUP, as far as they are kept
  int protocol_version = 0;
  std::uint64_t requests = 0;
};

/// A connection, as the others see it. Its members may be called by any thread.
class Client {
 public:
  virtual ClientFacts facts() const = 0;

 protected:
  ~Client() = default;
};

class Clients {
 public:
  /// Returns a number for remove().
  std::uint64_t add(std::weak_ptr<Client> client);
  void remove(std::uint64_t number);
  std::vector<std::shared_ptr<Client>> all() const;

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::map<std::uint64_t, std::weak_ptr<Client>> clients_;
  std::uint64_t last_ = 0;
};

}  // namespace cellar
