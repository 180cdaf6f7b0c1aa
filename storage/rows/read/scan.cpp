#include "storage/rows/read/scan.h"

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/rows/read/partition_state.h"

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
  ScanState(Maps& maps, LayoutPointer layout, const WantedColumns& wanted, Seconds now)
      : cursor(maps.data, &maps.meter),
        is_one_row(layout->clustering.empty()),
        reader(std::make_unique<PartitionState>(maps, layout, wanted, now, &cursor)) {
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

PartitionCursor scan(Maps& maps, const LayoutPointer& layout, const TokenRange& range,
                     const WantedColumns& wanted, Seconds now, const std::vector<std::string>* start_at) {
  auto scan = std::make_unique<ScanState>(maps, layout, wanted, now);
  const Table& table = *layout->table;
  scan->table = table.id;
  ScanBounds& bounds = scan->bounds;
  bounds.table = table_prefix(table.id);
  // No token is above the largest or below the smallest.
  const bool is_above_all = !range.lower_inclusive && range.lower == INT64_MAX;
  bounds.from = is_above_all ? after_prefix(bounds.table)
                             : token_prefix(table.id, range.lower + (range.lower_inclusive ? 0 : 1));
  if (!range.upper_inclusive || range.upper != INT64_MAX) {
    bounds.to = token_prefix(table.id, range.upper + (range.upper_inclusive ? 1 : 0));
  }
  if (start_at != nullptr) bounds.from = std::max(bounds.from, partition_prefix(table, *start_at));
  return PartitionCursor(std::move(scan));
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

ReadCounters& ReadCounters::operator+=(const ReadCounters& more) {
  partitions += more.partitions;
  rows += more.rows;
  entries += more.entries;
  skipped += more.skipped;
  return *this;
}

}  // namespace cellar
