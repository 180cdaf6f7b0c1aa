// The state that the sessions of a database share: the store, the schema as last read and who listens to its
// changes, the plans by shape, the write queue, the bounds and threads of requests, the clock and seed of uuids, the
// generated times of keys, the names of the node, the functions that supply rows of system tables.
//
// In:      an open store, and how it was opened; schemas that were committed.
// Out:     the parts, each of which several threads may use at a time; the newest schema, and that of a transaction.
// Refused: what the store refuses when the schema is read.
//
// Sources: database_state.cpp; node.cpp (facts of the node).
#pragma once

#include <atomic>
#include <mutex>

#include "database/database.h"
#include "database/plans/shape_cache.h"
#include "database/queues/delayed_tasks.h"
#include "database/queues/request_budget.h"
#include "database/queues/workers.h"
#include "database/queues/write_queue.h"
#include "database/schema_store/schema_listeners.h"
#include "database/state/supplied_tables.h"
#include "executor/write/given_times.h"
#include "functions/seeded_bits.h"

namespace cellar {

struct CachedPlan;
/// Null for a read that is of no system table.
using SystemFactsPointer = std::unique_ptr<const SystemFacts>;

struct DatabaseState {
  DatabaseState(Store opened, const StoreOptions& store_options, const DatabaseOptions& options,
                std::shared_ptr<WorkerPool> threads);

  /// Returns the schema that the transaction sees. Reads it if another process or session has changed it.
  SchemaPointer schema_of(Transaction& transaction);
  SchemaPointer newest_schema();
  /// Keeps a schema that a transaction has committed, unless a newer one is kept.
  void publish(SchemaPointer schema);
  Timestamp now_microseconds() const { return clock(); }
  bool is_clock_set() const { return clock_is_set && clock_is_set(); }
  /// Returns ticks of 100 ns since 1582-10-15 for now(); never returns a tick twice.
  std::int64_t next_tick();
  void forget_ticks() { last_tick_ = 0; }
  EvaluationContext evaluation_context();
  /// Returns the facts for the rows of the system table that a SELECT reads, for a client that reaches the node at this
  /// address.
  SystemFactsPointer system_facts(const CachedPlan& select, Transaction& source,
                                  const NodeAddress& rpc_address);
  /// Address and port are the default.
  NodeFacts node_facts(Transaction& source);
  /// Adds the path to a refusal of damage (`file_damaged`): the code that decodes bytes does not know their
  /// file.
  void name_file(Refusal& refusal) const;

  /// No other database of the process has this number, nor had.
  const std::uint64_t number;
  Store store;
  std::function<Timestamp()> clock;
  std::function<bool()> clock_is_set;  // may be empty
  const NodeNames node_names;
  SuppliedTables supplied;
  SeededBits seeded;
  SharedShapes shapes;
  GivenTimes given_times;
  WriteQueue writes;
  RequestBudget requests;
  /// Held by the session that adds existing rows to an index or view.
  std::timed_mutex building;

 private:
  void keep(SchemaPointer schema);

  std::mutex schema_mutex_;
  SchemaPointer schema_;  // the newest known; guarded by schema_mutex_
  std::atomic<std::int64_t> last_tick_{0};

 public:
  // Destroyed first, so declared last: their threads use the members above.
  SchemaListeners listeners;
  Workers workers;
  DelayedTasks delayed;

 private:
  const Workers::Place place_of_leader_{workers};
};

}  // namespace cellar
