// The connections of a server: who is there, and who wants to hear of changes of the schema.
//
// In:      connections as they come and go; events.
// Out:     what system_views.clients tells of each; each event to everybody who has registered for it.
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

#include "database/schema_event.h"
#include "schema/node_facts.h"

namespace cellar {

struct ClientFacts {
  NodeAddress address;
  bool is_started = false;  // STARTUP was answered
  std::string driver_name, driver_version, keyspace;
  std::vector<std::pair<std::string, std::string>> options;  // of STARTUP
  int protocol_version = 0;
  std::uint64_t requests = 0;
};

/// A connection, as the others see it. Its members may be called by any thread.
class Client {
 public:
  virtual ClientFacts facts() const = 0;
  /// Does nothing if the client has not registered for it.
  virtual void hear(const SchemaEvent& event) = 0;

 protected:
  ~Client() = default;
};

class Clients {
 public:
  /// Returns a number for remove().
  std::uint64_t add(std::weak_ptr<Client> client);
  void remove(std::uint64_t number);
  std::vector<std::shared_ptr<Client>> all() const;
  void tell(const SchemaEvent& event) const {
    for (const std::shared_ptr<Client>& client : all()) client->hear(event);
  }

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::map<std::uint64_t, std::weak_ptr<Client>> clients_;
  std::uint64_t last_ = 0;
};

}  // namespace cellar
