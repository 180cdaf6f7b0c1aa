// Writing: mutations, records of the schema, ids, the commit.

#include <cassert>

#include "storage/format.h"
#include "storage/keys.h"
#include "storage/purge_queue.h"
#include "storage/range_deletion.h"
#include "storage/row_writer.h"
#include "storage/store.h"
#include "storage/transaction_state.h"

namespace cellar {

namespace {

constexpr std::uint64_t kStepsOfCommit = 32;
constexpr std::uint64_t kStepsOfChange = 2;

void apply_write(TransactionState& state, const Mutation& mutation) {
  const LayoutPointer layout = state.layout(mutation.table);
  const std::string partition = partition_prefix(*mutation.table, mutation.partition_key);
  ++state.changes;
  if (const auto* row = std::get_if<RowWrite>(&mutation.write)) {
    RowWriter(state, *layout, partition).write(*row);
  } else if (const auto* range = std::get_if<RangeDeletion>(&mutation.write)) {
    const std::string start = position_bytes(*layout, range->slice.start);
    const std::string end = position_bytes(*layout, range->slice.end);
    delete_range(state, *layout, partition, start, end, {range->timestamp, state.now});
  } else {
    const Timestamp timestamp = std::get<PartitionDeletion>(mutation.write).timestamp;
    delete_partition(state, *layout, partition, {timestamp, state.now});
  }
}

}  // namespace

Timestamp WriteTransaction::next_timestamp() {
  Timestamp& last = state_->counters.last_timestamp;
  last = std::max(state_->environment().clock(), last + 1);
  return last;
}

void WriteTransaction::apply(const Mutation& mutation) { apply(std::span(&mutation, 1)); }

void WriteTransaction::apply(std::span<const Mutation> mutations) {
  for (const Mutation& mutation : mutations) {
    assert(mutation.table->id != 0);
    check_key_sizes(mutation, *state_->layout(mutation.table));
  }
  for (const Mutation& mutation : mutations) apply_write(*state_, mutation);
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
  ++state_->changes;
  queue_table(*state_, table);
}

bool WriteTransaction::usable() const { return state_ != nullptr && !state_->lmdb.has_failed(); }

void WriteTransaction::commit() {
  const std::unique_ptr<TransactionState> state = std::move(state_);  // ends in any case
  purge_some(*state, kStepsOfCommit + kStepsOfChange * state->changes);
  state->write_meta();
  state->lmdb.commit();
}

}  // namespace cellar
