// Writing: mutations, records of the schema, ids, the commit.

#include <cassert>
#include <cmath>

#include "storage/format.h"
#include "storage/keys.h"
#include "storage/purge_queue.h"
#include "storage/store.h"
#include "storage/transaction_state.h"

namespace cellar {

namespace {

constexpr std::uint64_t kStepsOfCommit = 32;
constexpr std::uint64_t kStepsOfChange = 2;

/// What a transaction may change before it should end: LMDB keeps changed pages in memory.
constexpr double kMostPages = 20'000;
constexpr std::size_t kMostStagedBytes = 24 << 20;
constexpr double kBytesOfNewPage = 2'048;

Mutation mutation_of(const PlainRow& row) {
  RowWrite write;
  write.clustering.assign(row.clustering.begin(), row.clustering.end());
  if (row.marker) write.marker = row.liveness;
  for (const PlainCell& cell : row.cells) {
    const Liveness lives = cell.value ? row.liveness : Liveness{row.liveness.timestamp, 0, 0};
    write.cells.push_back({cell.column, "", cell.value ? Value(*cell.value) : Value(), lives});
  }
  return {row.table, {row.partition_key.begin(), row.partition_key.end()}, std::move(write)};
}

}  // namespace

Timestamp WriteTransaction::next_timestamp() {
  Timestamp& last = state_->counters.last_timestamp;
  last = std::max(state_->environment().clock(), last + 1);
  return last;
}

void WriteTransaction::apply(const Mutation& mutation) { apply(std::span(&mutation, 1)); }

void WriteTransaction::apply(std::span<const Mutation> mutations) {
  std::vector<Mutation> copies(mutations.begin(), mutations.end());
  take(copies);
}

void WriteTransaction::take(std::vector<Mutation>& mutations) {
  for (const Mutation& mutation : mutations) {
    assert(mutation.table->id != 0);
    check_key_sizes(mutation, *state_->layout(mutation.table));
  }
  for (Mutation& mutation : mutations) {
    const LayoutPointer layout = state_->layout(mutation.table);
    state_->stage.add(layout, std::move(mutation));
    ++state_->changes;
  }
  mutations.clear();
  if (state_->stage.is_full()) state_->stage.flush();
}

void WriteTransaction::apply(const PlainRow& row) {
  check_key_sizes(row);
  if (!state_->stage.add(state_->layout(row.table), row)) return apply(mutation_of(row));
  ++state_->changes;
  if (state_->stage.is_full()) state_->stage.flush();
}

bool WriteTransaction::has_writes() const { return state_->changes != 0; }

/// As if the writes fell on the pages by chance.
bool WriteTransaction::is_large() {
  if (state_->stage.written_bytes() > kMostStagedBytes) return true;
  const auto pages = static_cast<double>(state_->lmdb.leaf_pages(state_->data.database()));
  const auto changes = static_cast<double>(state_->changes);
  const double touched = pages == 0 ? 0 : pages * -std::expm1(-changes / pages);
  return touched + static_cast<double>(state_->stage.written_bytes()) / kBytesOfNewPage > kMostPages;
}

void WriteTransaction::put_schema_record(const std::string& name, const std::string& record) {
  state_->schema_changed = true;
  state_->schema.put(name, record);
}

void WriteTransaction::erase_schema_record(const std::string& name) {
  state_->schema_changed = true;
  state_->schema.erase(name);
}

std::uint32_t WriteTransaction::fresh_id() {
  const std::uint64_t id = state_->counters.next_id++;
  if (id > kLargestTableId) refuse("ids_used_up", {}, {{"path", state_->environment().path}});
  return static_cast<std::uint32_t>(id);
}

void WriteTransaction::drop_data(TableId table) {
  state_->stage.flush();
  ++state_->changes;
  queue_table(*state_, table);
}

bool WriteTransaction::usable() const {
  return state_ != nullptr && !state_->lmdb.has_failed() && !state_->stage.has_failed();
}

void WriteTransaction::commit() {
  const std::unique_ptr<TransactionState> state = std::move(state_);  // ends in any case
  state->stage.flush();
  purge_some(*state, kStepsOfCommit + kStepsOfChange * state->changes);
  state->write_meta();
  state->lmdb.commit();
}

}  // namespace cellar
