#include "database/state/database_state.h"

#include <algorithm>
#include <utility>

#include "database/schema_store/schema_records.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::uint64_t next_database_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

DatabaseState::DatabaseState(Store opened, const StoreOptions& store_options, const DatabaseOptions& options,
                             std::shared_ptr<WorkerPool> threads)
    : number(next_database_number()),
      store(std::move(opened)),
      clock(store_options.clock),
      clock_is_set(store_options.clock_is_set),
      node_names(options.node),
      writes(store, [this] { workers.run([this] { writes.lead_for_others(); }); }),
      requests(options.limits),
      schema_(std::make_shared<const Schema>()),
      listeners([this] { newest_schema(); }),
      workers(std::move(threads)) {}

SchemaPointer DatabaseState::newest_schema() {
  Transaction transaction = store.read();
  return schema_of(transaction);
}

SchemaPointer DatabaseState::schema_of(Transaction& transaction) {
  const std::uint64_t version = transaction.schema_version();
  const std::lock_guard lock(schema_mutex_);
  if (schema_->version == version) return schema_;
  SchemaPointer schema = load_schema(transaction, *schema_);
  // A transaction that began earlier may ask later: the newest schema is the one to keep.
  if (version > schema_->version) keep(schema);
  return schema;
}

void DatabaseState::publish(SchemaPointer schema) {
  const std::lock_guard lock(schema_mutex_);
  if (schema->version > schema_->version) keep(std::move(schema));
}

void DatabaseState::keep(SchemaPointer schema) {
  listeners.note(schema_, schema);
  schema_ = std::move(schema);
}

std::int64_t DatabaseState::next_tick() {
  const std::int64_t ticks = ticks_of_microseconds(now_microseconds());
  std::int64_t last = last_tick_.load();
  std::int64_t next = 0;
  do {
    next = std::max(ticks, last + 1);
  } while (!last_tick_.compare_exchange_weak(last, next));
  return next;
}

void DatabaseState::name_file(Refusal& refusal) const {
  if (refusal.diagnostic.cause() == Cause::damaged_file)
    refusal.diagnostic.set_parameter("path", store.path().string());
}

EvaluationContext DatabaseState::evaluation_context() {
  return {now_microseconds(), [this] { return next_tick(); }, seeded.is_seeded() ? &seeded : nullptr};
}

}  // namespace cellar
