// Transactions: what a snapshot shows.

#include "storage/format/keys.h"
#include "storage/rows/read/partition_state.h"
#include "storage/rows/read/scan.h"
#include "storage/store.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

Transaction::Transaction(std::unique_ptr<TransactionState> state) : state_(std::move(state)) {}
Transaction::Transaction(Transaction&&) noexcept = default;
Transaction& Transaction::operator=(Transaction&&) noexcept = default;
Transaction::~Transaction() {
  if (state_) TransactionState::end(std::move(state_));
}

PartitionReader Transaction::partition(const TablePointer& table, const std::vector<std::string>& key,
                                       const WantedColumns& wanted, Seconds now) {
  const std::string prefix = partition_prefix(*table, key);
  TransactionState& source = state_->source_of(*table, prefix);
  source.meter.count_step();
  auto partition = std::make_unique<PartitionState>(source, source.layout(table), wanted, now);
  partition->enter(prefix, false);
  return PartitionReader(std::move(partition));
}

PartitionCursor Transaction::partitions(const TablePointer& table, const TokenRange& range,
                                        const WantedColumns& wanted, Seconds now,
                                        const std::vector<std::string>* start_at) {
  state_->settle();
  return scan(*state_, state_->layout(table), range, wanted, now, start_at);
}

void Transaction::ask_while_reading(const std::function<bool()>* interrupted) {
  state_->ask_while_reading(interrupted);
}

std::uint64_t Transaction::schema_version() { return state_->schema_version(); }

Timestamp Transaction::last_timestamp() { return state_->last_timestamp(); }

std::string Transaction::host_id() { return state_->host_id(); }

std::uint64_t Transaction::version() const { return state_->lmdb.id(); }

void Transaction::may_stay_open() { state_->may_stay_open(); }

void Transaction::schema_records(
    std::string_view prefix,
    const std::function<void(std::string_view name, std::string_view record)>& take) {
  // A transaction that has only buffered writes must not begin here, since another thread may begin it later:
  // the records are read from a snapshot.
  if (state_->only_gathers()) return Transaction(state_->reader_beside()).schema_records(prefix, take);
  state_->begin();
  std::uint64_t visited = 0;
  OrderedCursor cursor(state_->schema, &visited);
  const std::string first = prefix.empty() ? std::string(1, '\0') : std::string(prefix);
  bool found = cursor.seek(first);
  for (; found && cursor.key().starts_with(prefix); found = cursor.next()) take(cursor.key(), cursor.value());
  if (found) cursor.check_neighbours();
}

ReadCounters Transaction::counters() const { return state_->visits_of_reads(); }

void Transaction::add_work(const ReadCounters& work) { state_->visited += work; }

std::optional<Transaction> Transaction::beside() const {
  if (state_->is_writer) return std::nullopt;
  try {
    Transaction other(state_->reader_beside());
    other.may_stay_open();
    if (other.version() == version()) return other;
  } catch (const Refusal&) {
    // The file has outgrown its map, or the table of readers is full.
  }
  return std::nullopt;
}

}  // namespace cellar
