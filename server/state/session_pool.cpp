#include "server/state/session_pool.h"

namespace cellar {

Session SessionPool::make() const {
  Session session(database_, policy_);
  session.set_rpc_address(reached_);
  return session;
}

std::unique_ptr<Session> SessionPool::take() {
  {
    const std::lock_guard guard(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Session> session = std::move(idle_.back());
      idle_.pop_back();
      return session;
    }
  }
  return std::make_unique<Session>(make());
}

void SessionPool::give_back(std::unique_ptr<Session> session) {
  const std::lock_guard guard(mutex_);
  idle_.push_back(std::move(session));
}

SessionPool& SessionPools::of(const NodeAddress& reached) {
  const std::lock_guard guard(mutex_);
  std::unique_ptr<SessionPool>& pool = pools_[{reached.address, reached.port}];
  if (!pool) pool = std::make_unique<SessionPool>(database_, policy_, reached);
  return *pool;
}

}  // namespace cellar
