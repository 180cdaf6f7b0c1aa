// What all connections of a server share.
//
// In:      a database and the options of the server.
// Out:     the database, its sessions, prepared statements, clients, traces, the bounds of all messages and answers.
// Refused: nothing.
//
// It must outlive the completions of all requests: the destructor waits for them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "database/database.h"
#include "database/queues/delayed_tasks.h"
#include "database/queues/workers.h"
#include "server/faults/faults.h"
#include "server/prepared/prepared_statements.h"
#include "server/server_options.h"
#include "server/state/clients.h"
#include "server/state/memory_budget.h"
#include "server/state/session_pool.h"
#include "server/state/traces.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// Counts the requests that are not answered yet.
class RequestsInFlight {
 public:
  void enter() {
    const std::lock_guard guard(mutex_);
    ++count_;
  }
  void leave() {
    const std::lock_guard guard(mutex_);
    if (--count_ == 0) none_.notify_all();
  }
  void await_none() {
    std::unique_lock lock(mutex_);
    none_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  std::mutex mutex_;  // guards the members below
  std::condition_variable none_;
  std::size_t count_ = 0;
};

struct ServerState {
  ServerState(const Database& opened, ServerOptions given);
  ServerState(const ServerState&) = delete;
  ServerState& operator=(const ServerState&) = delete;
  ~ServerState();

  /// Asks writes that wait, and what has not begun, to end. Reads end with their connections.
  void stop_requests() { stop_ = 1; }
  StopToken stop() const { return StopToken(stop_); }
  /// To be called when the schema has changed: prepared statements are looked at again before they run.
  void note_schema_change() { ++schema_generation; }

  const Database database;
  const ServerOptions options;
  std::atomic<std::uint64_t> schema_generation = 1;
  // The functions that supply rows of system tables own these, too.
  const std::shared_ptr<PreparedStatements> prepared;
  const std::shared_ptr<Clients> clients = std::make_shared<Clients>();
  const std::shared_ptr<Traces> traces;
  MemoryBudget answers;
  MemoryBudget received;
  RequestsInFlight requests;
  Faults faults;
  SessionPools sessions;
  /// For what a session does in the thread of its caller: PREPARE, traced requests. It ends before the sessions.
  Workers background;
  DelayedTasks delayed;

 private:
  std::atomic<int> stop_ = 0;
  std::optional<SchemaListener> listener_;
};

}  // namespace cellar
