#include "storage/rows/write/range_deletion.h"

#include <algorithm>
#include <string>
#include <vector>

#include "storage/rows/range_tombstones.h"
#include "storage/rows/write/reconcile.h"
#include "storage/rows/write/row_writer.h"

namespace cellar {

namespace {

class RangeDeleter {
 public:
  RangeDeleter(Maps& maps, const TableLayout& layout, std::string_view partition, const Deletion& deletion)
      : tombstones_(maps, layout.table->id, partition),
        rows_(maps, layout, partition, deletion.local_deletion_time),
        deletion_(deletion),
        // Rows that indexes or views are made of are visited in any case.
        is_youngest_(!layout.derived &&
                     deletion.timestamp >= maps.stats(layout.table->id).largest_timestamp) {}

  void run(const std::string& start, const std::string& end) {
    const std::vector<RangeTombstone> before = tombstones_.overlapping(start, end);
    std::string position = start;
    for (const RangeTombstone& tombstone : before) {
      if (tombstone.start < start) keep(tombstone, tombstone.start, start);
      if (position < tombstone.start) take(position, tombstone.start);
      take_range_tombstone(tombstone, std::max(start, tombstone.start), std::min(end, tombstone.end));
      if (end < tombstone.end) keep(tombstone, end, tombstone.end);
      position = tombstone.end;
    }
    if (position < end) take(position, end);
    flush();
    tombstones_.replace(before, after_);
  }

 private:
  void keep(const RangeTombstone& of, const std::string& start, const std::string& end) {
    flush();
    after_.push_back({start, end, of.kind, of.deletion});
  }

  /// Deletes in a range without a range tombstone, or with an older empty one: any rows may be stored there.
  void take(const std::string& start, const std::string& end) {
    if (!is_youngest_) rows_.delete_rows(start, end, deletion_);
    add(start, end, is_youngest_ ? RangeTombstoneKind::covering : RangeTombstoneKind::empty);
  }

  void take_range_tombstone(const RangeTombstone& tombstone, const std::string& start,
                            const std::string& end) {
    if (!supersedes(deletion_, tombstone.deletion)) {
      keep(tombstone, start, end);
    } else if (tombstone.kind == RangeTombstoneKind::covering) {
      add(start, end, RangeTombstoneKind::covering);
    } else {
      take(start, end);
    }
  }

  void add(const std::string& start, const std::string& end, RangeTombstoneKind kind) {
    if (pending_ && pending_->kind == kind && pending_->end == start) {
      pending_->end = end;
      return;
    }
    flush();
    pending_ = {start, end, kind, deletion_};
  }

  /// A covering tombstone is of no use to reads if nothing is stored in its range, so it becomes an empty one.
  void flush() {
    if (!pending_) return;
    if (tombstones_.is_free_of_rows(pending_->start, pending_->end))
      pending_->kind = RangeTombstoneKind::empty;
    after_.push_back(*pending_);
    pending_.reset();
  }

  RangeTombstoneMap tombstones_;
  RowWriter rows_;
  Deletion deletion_;
  bool is_youngest_;
  std::vector<RangeTombstone> after_;
  std::optional<RangeTombstone> pending_;
};

/// Also considers dropped static columns, since they may be added again.
bool may_have_static_row(const Table& table) {
  const auto is_static = [](const DroppedColumn& column) { return column.kind == ColumnKind::static_; };
  return table.has_static() || std::ranges::any_of(table.dropped_columns, is_static);
}

}  // namespace

void delete_range(Maps& maps, const TableLayout& layout, std::string_view partition, std::string_view start,
                  std::string_view end, const Deletion& deletion) {
  if (start >= end) return;
  RangeDeleter(maps, layout, partition, deletion).run(std::string(start), std::string(end));
}

void delete_partition(Maps& maps, const TableLayout& layout, std::string_view partition,
                      const Deletion& deletion) {
  RowWriter rows(maps, layout, partition, deletion.local_deletion_time);
  RowWrite row;
  row.deletion = deletion.timestamp;
  if (may_have_static_row(*layout.table)) {
    row.is_static = true;
    rows.write(row);
  }
  if (layout.clustering.empty()) {
    row.is_static = false;
    rows.write(row);  // the only row of the partition
    return;
  }
  delete_range(maps, layout, partition, "", kPartitionEnd, deletion);
}

}  // namespace cellar
