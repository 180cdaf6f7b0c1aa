#include "database/observe/measured_work.h"

#include <set>
#include <utility>

#include "storage/format/row_cells.h"

namespace cellar {

namespace {

/// Counts the cells and tombstones of a mutation.
struct CountWritten {
  ExplainedMeasures& measures;

  void operator()(const RowWrite& row) const {
    ++measures.rows;
    measures.tombstones += (row.deletion ? 1 : 0) + row.column_deletions.size();
    each_cell(row, [&](const CellView& cell) { ++(cell.value ? measures.cells : measures.tombstones); });
  }
  void operator()(const RangeDeletion&) const { ++measures.tombstones; }
  void operator()(const PartitionDeletion&) const { ++measures.tombstones; }
};

ReadCounters counted_since(ReadCounters after, const ReadCounters& before) {
  after.partitions -= before.partitions;
  after.rows -= before.rows;
  after.entries -= before.entries;
  after.skipped -= before.skipped;
  return after;
}

}  // namespace

void MeasuredWork::begin_write(const Transaction& transaction) {
  measures_ = {};
  measures_.is_write = true;
  before_ = transaction.counters();
}

void MeasuredWork::end_write(const Transaction& transaction, const std::vector<Mutation>& mutations) {
  std::set<std::pair<TableId, std::vector<std::string>>> partitions;
  for (const Mutation& mutation : mutations) {
    partitions.emplace(mutation.table->id, mutation.partition_key);
    std::visit(CountWritten{measures_}, mutation.write);
  }
  take_counters(counted_since(transaction.counters(), before_));
  measures_.partitions = partitions.size();
}

void MeasuredWork::take_counters(const ReadCounters& counters) {
  measures_.entries = counters.entries;
  const SkippedDeletions& skipped = counters.skipped;
  const ExplainedMeasures::Skipped all[] = {{"partition tombstones", skipped.partitions},
                                            {"range tombstones", skipped.ranges},
                                            {"row tombstones", skipped.rows},
                                            {"cell tombstones", skipped.cells},
                                            {"expired cells", skipped.expired}};
  for (const ExplainedMeasures::Skipped& each : all)
    if (each.count > 0) measures_.skipped.push_back(each);
}

void MeasuredWork::take_read(const ReadCounters& counters) {
  measures_.partitions = counters.partitions;
  measures_.rows = counters.rows;
  take_counters(counters);
}

}  // namespace cellar
