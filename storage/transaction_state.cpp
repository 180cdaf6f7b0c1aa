#include "storage/transaction_state.h"

namespace cellar {

namespace {

constexpr Timestamp kMicroseconds = 1'000'000;

}  // namespace

TransactionState::TransactionState(std::shared_ptr<Environment> of)
    : TransactionState(std::move(of), nullptr, true) {}

TransactionState::TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterTurn> turn)
    : TransactionState(std::move(of), std::move(turn), false) {
  counters = stored_counters_ = read_counters(lmdb, environment_->databases.meta);
  now = environment_->clock() / kMicroseconds;
}

TransactionState::TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterTurn> turn,
                                   bool read_only)
    : environment_(std::move(of)),
      writer_turn_(std::move(turn)),
      turn_(*environment_),
      lmdb(read_only ? LmdbTransaction(environment_->map.get(), environment_->readers, environment_->path)
                     : LmdbTransaction(environment_->map.get(), false, environment_->path)),
      data(lmdb, environment_->databases.data, read_only ? nullptr : &counters.next_space),
      purge(lmdb, environment_->databases.purge, read_only ? nullptr : &counters.next_space),
      schema(lmdb, environment_->databases.schema, read_only ? nullptr : &counters.next_space),
      is_writer(!read_only) {}

LayoutPointer TransactionState::layout(const TablePointer& table) {
  if (layout_ && layout_->table == table) return layout_;
  constexpr std::size_t kMostLayouts = 1'000;
  const std::lock_guard guard(environment_->memory_mutex);
  auto& layouts = environment_->layouts;
  if (layouts.size() == kMostLayouts) layouts.clear();
  LayoutPointer& layout = layouts[table.get()];
  if (!layout) layout = std::make_shared<const TableLayout>(table);
  return layout_ = layout;
}

TableFacts& TransactionState::facts(TableId table) {
  if (!is_writer) return read_facts_ = remembered(table);
  const auto found = tables_.find(table);
  if (found != tables_.end()) return found->second.facts;
  const TableFacts stored = read_facts(lmdb, environment_->databases.meta, table);
  return tables_.insert({table, {stored, stored}}).first->second.facts;
}

TableFacts TransactionState::remembered(TableId table) {
  const std::lock_guard guard(environment_->memory_mutex);
  SnapshotMemory& memory = environment_->memory;
  memory.enter(lmdb.id());
  const auto found = memory.facts.find(table);
  if (found != memory.facts.end()) return found->second;
  return memory.facts[table] = read_facts(lmdb, environment_->databases.meta, table);
}

std::uint64_t TransactionState::schema_version() {
  if (is_writer) return counters.schema_version;
  const std::lock_guard guard(environment_->memory_mutex);
  SnapshotMemory& memory = environment_->memory;
  memory.enter(lmdb.id());
  if (!memory.schema_version) {
    memory.schema_version = read_counters(lmdb, environment_->databases.meta).schema_version;
  }
  return *memory.schema_version;
}

void TransactionState::forget_facts(TableId table) {
  tables_.erase(table);
  erase_facts(lmdb, environment_->databases.meta, table);
}

void TransactionState::write_meta() {
  const MDB_dbi meta = environment_->databases.meta;
  if (schema_changed) ++counters.schema_version;
  for (const auto& [table, known] : tables_) {
    if (known.facts != known.stored) write_facts(lmdb, meta, table, known.facts);
  }
  if (counters != stored_counters_) write_counters(lmdb, meta, counters);
}

}  // namespace cellar
