#include "database/database.h"

#include "database/results/result_state.h"
#include "database/schema/schema_records.h"
#include "types/time/time.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::uint64_t next_database_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

DatabaseState::DatabaseState(Store opened, const StoreOptions& options, const RequestLimits& limits,
                             std::shared_ptr<WorkerPool> threads)
    : number(next_database_number()),
      store(std::move(opened)),
      clock(options.clock),
      clock_is_set(options.clock_is_set),
      writes(store, [this] { workers.run([this] { writes.lead_for_others(); }); }),
      requests(limits),
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

namespace {

/// Runs `action`, and turns a filesystem_error of the standard library into the refusal `id`.
template <typename Action>
auto with_refusals(std::string_view id, Action action) {
  try {
    return action();
  } catch (const std::filesystem::filesystem_error& failure) {
    refuse(id, {}, {{"path", failure.path1().string()}, {"reason", failure.code().message()}});
  }
}

}  // namespace

Database::Database(std::shared_ptr<DatabaseState> state) : state_(std::move(state)) {}

const std::shared_ptr<DatabaseState>& Database::state() const {
  if (!state_) refuse("empty_object", {}, {{"object", "Database"}, {"source", "Database::open(path)"}});
  return state_;
}

WorkerThreads::WorkerThreads() : pool_(std::make_shared<WorkerPool>()) {}

std::shared_ptr<DatabaseState> Database::state_of(Store opened, const StoreOptions& options,
                                                  const DatabaseOptions& sharing) {
  return std::make_shared<DatabaseState>(
      std::move(opened), options, sharing.limits,
      sharing.threads ? sharing.threads->pool_ : std::make_shared<WorkerPool>());
}

Database Database::open(const std::filesystem::path& path, const StoreOptions& options,
                        const DatabaseOptions& sharing) {
  return with_refusals("file_failure",
                       [&] { return Database(state_of(Store::open(path, options), options, sharing)); });
}

Database Database::open_temporary(const StoreOptions& options, const DatabaseOptions& sharing) {
  return with_refusals("temporary_folder_unusable",
                       [&] { return Database(state_of(Store::open_temporary(options), options, sharing)); });
}

SchemaPointer Database::schema() const { return state()->newest_schema(); }

Snapshot Database::snapshot() const {
  Transaction transaction = state()->store.read();
  SchemaPointer schema = state_->schema_of(transaction);
  return {std::move(transaction), std::move(schema)};
}

Timestamp Database::now() const { return state()->now_microseconds(); }

void Database::seed_uuids(std::optional<std::uint64_t> seed) const { state()->seeded.seed(seed); }

void Database::forget_times_of_uuids() const { state()->forget_ticks(); }

bool Database::read_only() const { return state()->store.read_only(); }

const std::filesystem::path& Database::path() const { return state()->store.path(); }

SchemaListener::SchemaListener(const Database& database, std::function<void(const SchemaEvent&)> function)
    : database_(database.state()) {
  database_->newest_schema();  // what was committed before is nothing new
  number_ = database_->listeners.add(std::move(function));
}

SchemaListener& SchemaListener::operator=(SchemaListener&& other) noexcept {
  std::swap(database_, other.database_);
  std::swap(number_, other.number_);
  return *this;
}

SchemaListener::~SchemaListener() {
  if (database_) database_->listeners.remove(number_);
}

void Database::compact(const WaitForWriter& wait) const {
  const std::shared_ptr<DatabaseState>& database = state();
  try {
    with_refusals("file_failure", [&] {
      database->store.compact([&](Transaction& transaction) { return database->schema_of(transaction); },
                              wait);
    });
  } catch (Refusal& refusal) {
    database->name_file(refusal);
    throw;
  }
}

}  // namespace cellar
