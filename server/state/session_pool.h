// Sessions that run the requests of all connections which have reached the server at one of its addresses.
//
// In:      a database; the address, which system.local tells to clients.
// Out:     a session for each request that is under way, so that requests of one connection run side by side.
// Refused: nothing.
//
// All members may be called by several threads at a time, also within the completion of a request of the session.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "database/database.h"

namespace cellar {

class SessionPool {
 public:
  SessionPool(const Database& database, Policy policy, NodeAddress reached)
      : database_(database), policy_(policy), reached_(std::move(reached)) {}

  /// Returns a session whose current keyspace is unspecified: each request must set its own, which may be empty.
  std::unique_ptr<Session> take();
  /// A session must not be destroyed within a completion of its own, so none is until the pool is.
  void give_back(std::unique_ptr<Session> session);
  /// Returns a session of its own for work that changes its settings.
  Session make() const;
  const NodeAddress& reached() const { return reached_; }

 private:
  const Database database_;
  const Policy policy_;
  const NodeAddress reached_;
  std::mutex mutex_;  // guards the member below
  std::vector<std::unique_ptr<Session>> idle_;
};

/// A pool for each address.
class SessionPools {
 public:
  SessionPools(const Database& database, Policy policy) : database_(database), policy_(policy) {}
  /// The pool lives as long as this.
  SessionPool& of(const NodeAddress& reached);

 private:
  const Database database_;
  const Policy policy_;
  std::mutex mutex_;  // guards the member below
  std::map<std::pair<std::string, std::uint16_t>, std::unique_ptr<SessionPool>> pools_;
};

}  // namespace cellar
