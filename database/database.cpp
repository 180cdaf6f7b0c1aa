#include "database/database.h"

#include "database/state/database_state.h"

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

std::shared_ptr<DatabaseState> Database::state_of(Store opened, const StoreOptions& options,
                                                  const DatabaseOptions& sharing) {
  return std::make_shared<DatabaseState>(
      std::move(opened), options, sharing,
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
