#include "storage/write/range_deletion.h"

#include <algorithm>
#include <string>
#include <vector>

#include "storage/format/format.h"
#include "storage/write/fragments.h"
#include "storage/write/reconcile.h"
#include "storage/write/row_writer.h"

namespace cellar {

namespace {

class RangeDeleter {
 public:
  RangeDeleter(TransactionState& state, const TableLayout& layout, std::string_view partition,
               const Deletion& deletion)
      : fragments_(state, layout.table->id, partition),
        rows_(state, layout, partition, deletion.local_second),
        deletion_(deletion),
        is_youngest_(deletion.timestamp >= state.facts(layout.table->id).largest_timestamp) {}

  void run(const std::string& start, const std::string& end) {
    const std::vector<Fragment> before = fragments_.overlapping(start, end);
    std::string position = start;
    for (const Fragment& fragment : before) {
      if (fragment.start < start) keep(fragment, fragment.start, start);
      if (position < fragment.start) take(position, fragment.start);
      take_fragment(fragment, std::max(start, fragment.start), std::min(end, fragment.end));
      if (end < fragment.end) keep(fragment, end, fragment.end);
      position = fragment.end;
    }
    if (position < end) take(position, end);
    flush();
    fragments_.replace(before, after_);
  }

 private:
  void keep(const Fragment& of, const std::string& start, const std::string& end) {
    flush();
    after_.push_back({start, end, of.kind, of.deletion});
  }

  /// A stretch without a fragment, or under an older guard: anything may be stored there.
  void take(const std::string& start, const std::string& end) {
    if (!is_youngest_) rows_.bury(start, end, deletion_);
    add(start, end, is_youngest_ ? FragmentKind::skip : FragmentKind::guard);
  }

  void take_fragment(const Fragment& fragment, const std::string& start, const std::string& end) {
    if (!supersedes(deletion_, fragment.deletion)) {
      keep(fragment, start, end);
    } else if (fragment.kind == FragmentKind::skip) {
      add(start, end, FragmentKind::skip);
    } else {
      take(start, end);
    }
  }

  void add(const std::string& start, const std::string& end, FragmentKind kind) {
    if (pending_ && pending_->kind == kind && pending_->end == start) {
      pending_->end = end;
      return;
    }
    flush();
    pending_ = {start, end, kind, deletion_};
  }

  /// A skip is of no use to reads if nothing is stored in its range.
  void flush() {
    if (!pending_) return;
    if (fragments_.is_free_of_rows(pending_->start, pending_->end)) pending_->kind = FragmentKind::guard;
    after_.push_back(*pending_);
    pending_.reset();
  }

  FragmentMap fragments_;
  RowWriter rows_;
  Deletion deletion_;
  bool is_youngest_;
  std::vector<Fragment> after_;
  std::optional<Fragment> pending_;
};

/// Static columns that were dropped may come back.
bool may_have_static_row(const Table& table) {
  const auto is_static = [](const DroppedColumn& column) { return column.kind == ColumnKind::static_; };
  return table.has_static() || std::ranges::any_of(table.dropped_columns, is_static);
}

}  // namespace

void delete_range(TransactionState& state, const TableLayout& layout, std::string_view partition,
                  std::string_view start, std::string_view end, const Deletion& deletion) {
  if (start >= end) return;
  RangeDeleter(state, layout, partition, deletion).run(std::string(start), std::string(end));
}

void delete_partition(TransactionState& state, const TableLayout& layout, std::string_view partition,
                      const Deletion& deletion) {
  RowWriter rows(state, layout, partition, deletion.local_second);
  RowWrite row;
  row.deletion = deletion.timestamp;
  if (may_have_static_row(*layout.table)) {
    row.is_static = true;
    rows.write(row);
  }
  if (layout.clustering.empty()) {
    row.is_static = false;
    rows.write(row);  // the one row of the partition
    return;
  }
  const std::string end(1, kAfter);
  delete_range(state, layout, partition, "", end, deletion);
}

}  // namespace cellar
