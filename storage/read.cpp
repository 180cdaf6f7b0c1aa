// Reading: partitions by key, and by token range.

#include <cassert>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/read/partition_state.h"
#include "storage/store.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

PartitionReader::PartitionReader(std::unique_ptr<PartitionState> state) : state_(std::move(state)) {}
PartitionReader::PartitionReader(PartitionReader&&) noexcept = default;
PartitionReader& PartitionReader::operator=(PartitionReader&&) noexcept = default;
PartitionReader::~PartitionReader() = default;

const std::vector<std::string>& PartitionReader::key() const { return state_->key(); }
std::int64_t PartitionReader::token() const { return state_->token(); }
const StoredRow* PartitionReader::static_row() { return state_->static_row(); }
void PartitionReader::select(std::vector<Slice> slices, bool reversed) { state_->select(slices, reversed); }
const StoredRow* PartitionReader::next() {
  const StoredRow* row = state_->advance();
  if (row != nullptr) state_->clustering();
  return row;
}
const StoredRow* PartitionReader::advance() { return state_->advance(); }
const std::vector<std::string>& PartitionReader::clustering() { return state_->clustering(); }

struct ScanState {
  ScanState(TransactionState& transaction, LayoutPointer layout, const WantedColumns& wanted, Seconds now)
      : cursor(transaction.data, &transaction.meter),
        is_one_row(layout->clustering.empty()),
        reader(std::make_unique<PartitionState>(transaction, layout, wanted, now, &cursor)) {
    bounds.prefix_size = fixed_prefix_size(*layout);
  }

  bool is_inside(std::string_view prefix) const { return begins_with(cursor.key(), prefix); }

  /// Moves to the first entry after the partition that was read.
  bool leave_partition(std::string_view prefix) {
    // The reader may be there already, but it may also have read backwards.
    if (cursor.valid()) {
      if (!is_inside(prefix)) {
        if (!partition->is_reversed() || cursor.key() > prefix) return true;
      } else if (is_one_row) {
        // Most partitions of one row have one entry.
        if (!cursor.next()) return false;
        if (!is_inside(prefix)) return true;
      }
    }
    target.assign(prefix);
    target.push_back(kAfter);
    return cursor.seek(target);
  }

  OrderedCursor cursor;
  TableId table = 0;
  ScanBounds bounds;
  bool is_one_row;  // a partition has no clustering columns, and so at most one row
  std::string target;
  std::unique_ptr<PartitionState> reader;
  PartitionState* partition = nullptr;  // owned by `reader`; null before the first partition
  std::optional<PartitionReader> handed_out;
};

PartitionCursor::PartitionCursor(std::unique_ptr<ScanState> state) : state_(std::move(state)) {
  state_->partition = state_->reader.get();
  state_->handed_out.emplace(PartitionReader(std::move(state_->reader)));
}
PartitionCursor::PartitionCursor(PartitionCursor&&) noexcept = default;
PartitionCursor& PartitionCursor::operator=(PartitionCursor&&) noexcept = default;
PartitionCursor::~PartitionCursor() = default;

bool PartitionCursor::next() {
  ScanState& scan = *state_;
  const std::string_view prefix = scan.partition->prefix();
  const bool found = prefix.empty() ? scan.cursor.seek(scan.bounds.from) : scan.leave_partition(prefix);
  if (!found) return false;
  scan.cursor.check_neighbours();
  return scan.partition->enter_next(scan.bounds);
}

const StoredRow* PartitionCursor::next_row() {
  PartitionState& partition = *state_->partition;
  if (partition.walks()) return partition.walk(state_->bounds);
  if (partition.prefix().empty() && !next()) return nullptr;
  if (partition.can_walk()) return partition.walk(state_->bounds);
  for (;;) {
    if (const StoredRow* row = partition.advance()) return row;
    if (!next()) return nullptr;
  }
}

std::uint64_t PartitionCursor::pass_rows() { return state_->partition->pass_rows(state_->bounds); }

std::uint64_t PartitionCursor::read_rows(RowBatch& batch, std::size_t most) {
  return state_->partition->read_rows(state_->bounds, batch, most);
}

ReadPosition PartitionCursor::place_of(const RowBatch& batch) const {
  return state_->partition->place_of(batch.current_key());
}

void PartitionCursor::end_at(std::int64_t last) {
  if (last == INT64_MAX) return;
  std::string end = token_prefix(state_->table, last + 1);
  std::optional<std::string>& to = state_->bounds.to;
  if (!to || end < *to) to = std::move(end);
}

PartitionReader& PartitionCursor::partition() { return *state_->handed_out; }

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
  auto scan = std::make_unique<ScanState>(*state_, state_->layout(table), wanted, now);
  scan->table = table->id;
  ScanBounds& bounds = scan->bounds;
  bounds.table = table_prefix(table->id);
  // No token is above the largest or below the smallest.
  const bool is_above_all = !range.lower_inclusive && range.lower == INT64_MAX;
  bounds.from = is_above_all ? after_prefix(bounds.table)
                             : token_prefix(table->id, range.lower + (range.lower_inclusive ? 0 : 1));
  if (!range.upper_inclusive || range.upper != INT64_MAX) {
    bounds.to = token_prefix(table->id, range.upper + (range.upper_inclusive ? 1 : 0));
  }
  if (start_at != nullptr) bounds.from = std::max(bounds.from, partition_prefix(*table, *start_at));
  return PartitionCursor(std::move(scan));
}

void Transaction::ask_while_reading(const std::function<bool()>* interrupted) {
  state_->ask_while_reading(interrupted);
}

std::uint64_t Transaction::schema_version() { return state_->schema_version(); }

Timestamp Transaction::last_timestamp() { return state_->last_timestamp(); }

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

SkippedDeletions& SkippedDeletions::operator+=(const SkippedDeletions& more) {
  partitions += more.partitions;
  rows += more.rows;
  ranges += more.ranges;
  cells += more.cells;
  expired += more.expired;
  return *this;
}

SkippedDeletions& SkippedDeletions::operator-=(const SkippedDeletions& less) {
  partitions -= less.partitions;
  rows -= less.rows;
  ranges -= less.ranges;
  cells -= less.cells;
  expired -= less.expired;
  return *this;
}

ReadCounters Transaction::counters() const { return state_->visits_of_reads(); }

void Transaction::add_work(const ReadCounters& work) {
  state_->visited.partitions += work.partitions;
  state_->visited.rows += work.rows;
  state_->visited.entries += work.entries;
  state_->visited.skipped += work.skipped;
}

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
