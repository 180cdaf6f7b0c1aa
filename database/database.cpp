#include "database/database.h"

#include "database/snapshot.h"
#include "database/state/database_state.h"
#include "executor/system/system_rows.h"

namespace cellar {

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

std::shared_ptr<DatabaseState> Database::state_of(Store opened, const StoreOptions& store_options,
                                                  const DatabaseOptions& options) {
  return std::make_shared<DatabaseState>(
      std::move(opened), store_options, options,
      options.threads ? options.threads->pool_ : std::make_shared<WorkerPool>());
}

Database Database::open(const std::filesystem::path& path, const StoreOptions& store_options,
                        const DatabaseOptions& options) {
  return with_refusals("file_failure", [&] {
    return Database(state_of(Store::open(path, store_options), store_options, options));
  });
}

Database Database::open_temporary(const StoreOptions& store_options, const DatabaseOptions& options) {
  return with_refusals("temporary_folder_unusable", [&] {
    return Database(state_of(Store::open_temporary(store_options), store_options, options));
  });
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

NodeFacts Database::node() const {
  Transaction transaction = state()->store.read();
  return state_->node_facts(transaction);
}

void Database::supply_rows(std::string_view keyspace, std::string_view table, SupplyRows supply) const {
  const std::shared_ptr<DatabaseState>& database = state();
  const Keyspace* const system = find_system_keyspace(keyspace);
  const TablePointer known = system != nullptr ? system->tables.get(table) : nullptr;
  if (!known || content_of(*known) != nullptr) {
    refuse("table_not_supplied", {}, {{"table", std::string(keyspace) + '.' + std::string(table)}});
  }
  database->supplied.set({std::string(keyspace), std::string(table)},
                         supply ? std::make_shared<const SupplyRows>(std::move(supply)) : nullptr);
}

bool Database::read_only() const { return state()->store.read_only(); }

std::filesystem::path Database::path() const { return state()->store.path(); }

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

void Database::mark_baseline(const WaitForWriter& wait) const {
  const std::shared_ptr<DatabaseState>& database = state();
  with_refusals("file_failure", [&] { database->store.mark_baseline(wait); });
}

bool Database::reset_to_baseline(const WaitForWriter& wait) const {
  const std::shared_ptr<DatabaseState>& database = state();
  bool has_definitions = false;
  with_refusals("file_failure", [&] { has_definitions = database->store.reset_to_baseline(wait); });
  if (has_definitions) database->newest_schema();  // so that listeners hear of them
  return has_definitions;
}

}  // namespace cellar
