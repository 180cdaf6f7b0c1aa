#include "storage/transaction/transaction_state.h"

#include <algorithm>
#include <utility>

#include "storage/format/format.h"
#include "storage/purge/queue_worker.h"
#include "types/time/time.h"

namespace cellar {

namespace {

/// Slots in the table of readers that are kept for transactions which end soon.
constexpr unsigned kSlotsKept = 126;

/// Counts the slots of the table of readers that are in use.
unsigned slots_in_use(MDB_env* environment) {
  unsigned lines = 0;
  const auto count = [](const char*, void* context) {
    ++*static_cast<unsigned*>(context);
    return 0;
  };
  mdb_reader_list(environment, count, &lines);
  return lines == 0 ? 0 : lines - 1;  // the first one is a heading
}

/// Removes layouts of tables that nothing else refers to: those of earlier schemas. Every table in use keeps
/// its layout, and the sweeps cost a constant amount per layout made.
void sweep_layouts(Environment& environment) {
  auto& layouts = environment.layouts;
  std::erase_if(layouts, [](const auto& entry) {
    const LayoutPointer& layout = entry.second;
    return layout.use_count() == 1 && layout->table.use_count() == 1;
  });
  environment.layouts_before_sweep = std::max(kLayoutsBeforeSweep, 2 * layouts.size());
}

}  // namespace

std::unique_ptr<TransactionState> TransactionState::to_read(const std::shared_ptr<Environment>& of) {
  while (true) {
    try {
      return begin_to_read(of);
    } catch (const MapOutgrown&) {
      // The file has grown since the transaction was counted. The next attempt enlarges the map.
    }
  }
}

std::unique_ptr<TransactionState> TransactionState::begin_to_read(const std::shared_ptr<Environment>& of) {
  std::unique_ptr<TransactionState> state;
  TransactionLock lock(*of, state);
  if (!state) return std::make_unique<TransactionState>(of, std::move(lock));
  state->environment_ = of;
  state->lock_ = std::move(lock);
  state->lmdb.renew();
  state->enter_snapshot();
  return state;
}

void TransactionState::end(std::unique_ptr<TransactionState> state) {
  if (state->is_writer) return;
  state->lmdb.reset();
  state->visited = {};
  state->meter = ReadMeter(&state->visited.entries);
  const std::shared_ptr<Environment> environment = std::move(state->environment_);
  TransactionLock lock = std::move(state->lock_);
  TransactionLock::end(std::move(lock), std::move(state));
}

TransactionState::TransactionState(std::shared_ptr<Environment> of, TransactionLock lock)
    : TransactionState(std::move(of), std::move(lock), nullptr, true) {
  enter_snapshot();
}

TransactionState::TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterLock> lock)
    : TransactionState(of, TransactionLock(*of), std::move(lock), false) {
  refuse_if_removed(*environment_);
  check_before_first_write(*environment_);
  adopt_commit_of_killed_writer(*environment_);
  std::unique_ptr<TransactionState> reader = reader_beside();
  counters = read_counters(reader->lmdb, environment_->databases.meta);
  stored_counters_ = counters;
  environment_->note_pages(reader->lmdb.pages(environment_->databases.data));
  end(std::move(reader));
  note_keys_of_writes();
  read_clock();
}

Seconds TransactionState::read_clock() {
  return now = std::max(now, environment_->clock() / kMicrosecondsOfSecond);
}

Seconds TransactionState::purge_second() const {
  return std::min(now, system_clock_microseconds() / kMicrosecondsOfSecond);
}

TransactionState::TransactionState(std::shared_ptr<Environment> of, TransactionLock lock,
                                   std::unique_ptr<WriterLock> writer_lock, bool read_only)
    : HeldFile{std::move(of), std::move(writer_lock), std::move(lock)},
      DerivingMaps(environment_->path, environment_->databases, read_only ? nullptr : &counters.next_space),
      is_writer(!read_only) {
  if (read_only)
    lmdb.begin(environment_->map.get(), true);
  else
    buffer = std::make_unique<WriteBuffer>(BufferSize::usual);
}

const LayoutPointer& TransactionState::layout(const TablePointer& table) {
  if (layout_ && layout_->table == table) return layout_;
  const std::lock_guard guard(environment_->snapshot_cache_mutex);
  if (environment_->layouts.size() >= environment_->layouts_before_sweep) sweep_layouts(*environment_);
  auto& layouts = environment_->layouts;
  LayoutPointer& layout = layouts[table.get()];
  if (!layout) layout = std::make_shared<const TableLayout>(table);
  return layout_ = layout;
}

TableStats& TransactionState::stats(TableId table) {
  if (!is_writer) {
    if (read_table_ != table) read_stats_ = remembered(table);
    read_table_ = table;
    return read_stats_;
  }
  const auto found = tables_.find(table);
  if (found != tables_.end()) return found->second.stats;
  const TableStats stored = read_stats(lmdb, environment_->databases.meta, table);
  return tables_.insert({table, {stored, stored}}).first->second.stats;
}

TableStats TransactionState::remembered(TableId table) {
  const std::lock_guard guard(environment_->snapshot_cache_mutex);
  SnapshotCache& memory = environment_->snapshot_cache;
  memory.enter(lmdb.id());
  const auto found = memory.stats.find(table);
  if (found != memory.stats.end()) return found->second;
  return memory.stats[table] = read_stats(lmdb, environment_->databases.meta, table);
}

Timestamp TransactionState::last_timestamp() {
  return is_writer ? counters.last_timestamp
                   : read_counters(lmdb, environment_->databases.meta).last_timestamp;
}

std::string TransactionState::host_id() {
  if (!is_writer) return read_host_id(lmdb, environment_->databases.meta);
  // In a file without an id the committed counters decide it, and those of a writer have moved on.
  std::unique_ptr<TransactionState> reader = reader_beside();
  std::string id = reader->host_id();
  end(std::move(reader));
  return id;
}

std::uint64_t TransactionState::schema_version() {
  if (is_writer) return counters.schema_version;
  if (schema_version_) return *schema_version_;
  const std::lock_guard guard(environment_->snapshot_cache_mutex);
  SnapshotCache& memory = environment_->snapshot_cache;
  memory.enter(lmdb.id());
  if (!memory.schema_version) {
    memory.schema_version = read_counters(lmdb, environment_->databases.meta).schema_version;
  }
  return *(schema_version_ = memory.schema_version);
}

void TransactionState::may_stay_open() const {
  MDB_env* const map = environment_->map.get();
  MDB_envinfo info{};
  mdb_env_info(map, &info);
  const unsigned most = info.me_maxreaders - std::min(info.me_maxreaders, kSlotsKept);
  // The number of slots that were ever in use at once tells enough, as long as it is small. After that they
  // are counted, which takes long, and so not each time: a few too many take slots that are kept.
  if (info.me_numreaders <= most || environment_->open_before_count.fetch_sub(1) > 0) return;
  const unsigned used = slots_in_use(map);
  if (used > most) refuse_code(MDB_READERS_FULL, environment_->path);
  constexpr unsigned kMostUncounted = 16;
  environment_->open_before_count = static_cast<int>(std::min((most - used) / 8, kMostUncounted));
}

void TransactionState::enter_snapshot() {
  if (snapshot_ == lmdb.id()) return;
  snapshot_ = lmdb.id();
  schema_version_.reset();
  read_table_.reset();
}

void TransactionState::forget_stats(TableId table) {
  tables_.erase(table);
  erase_stats(lmdb, environment_->databases.meta, table);
}

void TransactionState::write_meta() {
  const MDB_dbi meta = environment_->databases.meta;
  if (std::exchange(schema_changed, false)) ++counters.schema_version;
  for (const auto& [table, known] : tables_) {
    if (known.stats != known.stored) write_stats(lmdb, meta, table, known.stats);
  }
  if (counters != stored_counters_) write_counters(lmdb, meta, counters);
  if (environment_->has_host_id) return;
  environment_->has_host_id = has_host_id(lmdb, meta);
  // An id that is stored now counts as known only later: this transaction may yet roll back.
  if (!environment_->has_host_id) store_host_id(lmdb, meta, stored_counters_);
}

/// The environment keeps them as long as the schema stays; they are for the holder of the lock to write.
std::shared_ptr<DerivingTables> TransactionState::deriving_tables() {
  const MDB_dbi meta = environment_->databases.meta;
  if ((features_to_write(lmdb, meta) & kDerivedDataFeature) == 0) return nullptr;
  if (schema_changed) return std::make_shared<DerivingTables>(*this);
  const std::uint64_t version = read_counters(lmdb, meta).schema_version;
  if (!environment_->deriving_tables || environment_->schema_of_deriving_tables != version) {
    environment_->deriving_tables = std::make_shared<DerivingTables>(*this);
    environment_->schema_of_deriving_tables = version;
  }
  return environment_->deriving_tables;
}

bool TransactionState::purge_some(std::uint64_t steps, Seconds second) {
  return cellar::purge_some(
      *this, [this] { return deriving_tables(); }, steps, second);
}

}  // namespace cellar
