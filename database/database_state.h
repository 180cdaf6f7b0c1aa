// The state that the sessions of a database share: the store, the schema as last read, the plans by shape,
// the queue of writes, the threads that run requests, the clock of uuids.
#pragma once

#include <atomic>
#include <mutex>

#include "database/database.h"
#include "database/shape_cache.h"
#include "database/workers.h"
#include "database/write_queue.h"

namespace cellar {

struct ResultState;

struct DatabaseState {
  DatabaseState(Store opened, std::function<Timestamp()> clock_of_options);
  ~DatabaseState();

  /// The schema that the transaction sees.
  SchemaPointer schema_of(Transaction& transaction);
  /// After the commit of the transaction that made it.
  void publish(SchemaPointer schema);
  Timestamp now_microseconds() const { return clock(); }
  /// For now(): 100 ns ticks since 1582-10-15, each handed out once.
  std::int64_t next_tick();
  EvaluationContext evaluation_context();
  /// Puts the path into a refusal of damage: who decodes bytes does not know which file they are of.
  void name_file(Refusal& refusal) const;

  Store store;
  std::function<Timestamp()> clock;
  SharedShapes shapes;
  WriteQueue writes;
  std::atomic<ResultState*> idle_result =
      nullptr;  // owned: a finished one-row result, whose memory the next one uses

 private:
  std::mutex schema_mutex_;
  SchemaPointer schema_;  // the newest that is known; guarded by schema_mutex_
  std::atomic<std::int64_t> last_tick_{0};

 public:
  Workers workers;  // ends first: its tasks use the members above
};

}  // namespace cellar
