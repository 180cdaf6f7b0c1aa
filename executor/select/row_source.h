// Reads the rows that a SELECT selects, before its expressions are computed.
//
// In:      a SelectPlan and the slots' values; at each call a transaction to read from.
// Out:     rows that pass the filters: those of named partitions in key order, those of a token range in
//          token order; within a partition in stored order or reversed; the static row alone if a partition
//          has no rows; one row for each partition if DISTINCT.
// Refused: what the keys, slices, filters and limits refuse.
#pragma once

#include <memory>

#include "executor/select/bounds/slices.h"
#include "executor/select/filters.h"
#include "executor/select/index_source.h"
#include "executor/select/shared_count.h"
#include "planner/plan/read_plan.h"
#include "storage/rows/read/row_batch.h"

namespace cellar {

class RowSource {
 public:
  /// `plan` and the meter of `evaluation` must outlive the source; the rest of `evaluation` is only used during
  /// the call.
  /// `rows_of_partition` limits the rows of each partition.
  RowSource(const SelectPlan& plan, const Evaluation& evaluation,
            std::optional<std::int32_t> rows_of_partition);

  /// Returns the next row, null at the end. The row is valid until the next call.
  const RowView* next(Transaction& transaction, Seconds now);
  /// Moves over rows that next() would return next, if nobody reads their columns; returns how many there were. May
  /// return 0 although more follow.
  std::uint64_t pass_rows() { return passes_all() ? cursor_->pass_rows() : 0; }
  /// Reads rows ahead that next() would return next, at most `most`; next() then continues behind them. The plan must
  /// want all columns that the batch shows, and no others. Returns how many rows there were; may return 0 although more
  /// follow.
  std::uint64_t read_rows(RowBatch& batch, std::size_t most) {
    return walks_rows_ && row_filters_.empty() && !is_unread_ ? cursor_->read_rows(batch, most) : 0;
  }
  /// Returns false if read_rows() will always return 0.
  bool may_read_ahead() const { return is_plain_scan_ && row_filters_.empty(); }
  /// If every row from here on is only counted, lets two threads count the partitions behind the current one, which
  /// next() then leaves out. Returns null if there can be no second thread: it is no such scan, the system has one
  /// processor, or `transaction` is not the newest snapshot.
  std::unique_ptr<SharedCount> share_count(Transaction& transaction, Seconds now);
  /// Lets next() return the last row once more.
  void unread() { is_unread_ = true; }
  bool is_unread() const { return is_unread_; }
  /// Leaves out the rest of the last row's partition. Requires a plan with PER PARTITION LIMIT.
  void skip_partition() { partition_ = nullptr; }
  /// Releases the transaction; next() then continues after the last row, or at it if it is unread, in any
  /// transaction. `batch`: the rows that were read ahead, if the last row is one of them.
  void suspend(const RowBatch* batch);
  /// Returns the numbers of partitions that were opened again after suspend(), and of rows that were read
  /// again, and so are counted twice by the store.
  std::uint64_t opened_again() const { return opened_again_; }
  std::uint64_t read_again() const { return read_again_; }
  /// Returns the number of partitions that the keys named, and that had nothing to read.
  std::uint64_t empty_partitions() const { return empty_partitions_; }

  /// Returns the position from which another source of the same plan and values can continue. Requires
  /// suspend().
  ReadPosition place() const { return {*resume_key_, resume_clustering_.value_or(KeyValues())}; }
  /// Returns true if that position is the last row itself, since it is unread, and not the place after it.
  bool resumes_at_row() const { return resumes_at_row_; }
  std::int32_t returned_of_partition() const { return handed_out_; }
  /// Returns true if no row can follow, because the keys name no row after the last one.
  bool is_at_end() const;
  /// Continues from a position; must be called before the first next(). Refuses a partition that the
  /// plan does not name.
  void go_on(const ReadPosition& place, bool at_row, std::int32_t returned_of_partition);

 private:
  void bind(const NamedPartitions& named, const Evaluation& evaluation);
  void bind(const RingPart& part, const Evaluation& evaluation);
  void bind(const IndexRead& read, const Evaluation& evaluation);
  PartitionReader* open_next(Transaction& transaction, Seconds now);
  PartitionReader* open_named(Transaction& transaction, Seconds now);
  PartitionReader* open_scanned(Transaction& transaction, Seconds now);
  PartitionReader* open_indexed(Transaction& transaction, Seconds now);
  PartitionReader* open(Transaction& transaction, const KeyValues& key, Seconds now);
  void go_on_in_index(Transaction& transaction, Seconds now);
  void take_indexed(const IndexSource::Found& found);
  bool passes_all() const {
    return walks_rows_ && row_filters_.empty() && !is_unread_ && !plan_.reads_clustering &&
           !plan_.reads_partition_key;
  }
  bool begin_partition(PartitionReader& reader);
  bool resume_partition(PartitionReader& reader);
  bool show_partition(PartitionReader& reader);
  const RowView* next_of_walk();
  bool row_passes();
  const RowView* next_in_partition();
  const RowView* distinct_row();
  const RowView* static_row_alone();

  const SelectPlan& plan_;
  std::optional<std::int32_t> rows_of_partition_;
  bool by_key_ = false;
  std::vector<KeyValues> keys_;
  std::size_t next_key_ = 0;
  TokenRange tokens_;
  bool nothing_ = false;  // no row is left, or there was none from the beginning
  bool reads_static_ = false;
  bool filters_clustering_ = false;
  std::vector<Slice> slices_;
  bool whole_partition_ = false;
  bool is_plain_scan_ = false;  // nothing needs to be checked between two partitions
  /// Filters on the partition key and on static columns are tested once for each partition.
  std::vector<BoundFilter> partition_filters_, row_filters_;

  std::optional<IndexSource> index_;
  /// The slices that are read of a partition: slices_, or the part of them that an index names.
  std::vector<Slice> indexed_slices_;
  bool reads_indexed_slices_ = false;
  std::optional<KeyValues> last_indexed_;  // the partition that was read last by the index

  std::optional<PartitionCursor> cursor_;
  std::optional<PartitionReader> named_;
  PartitionReader* partition_ = nullptr;
  bool walks_rows_ = false;  // a plain scan is reading, from row to row across partitions
  RowView view_;
  std::int32_t handed_out_ = 0;  // rows of the partition that were returned; not counted while walks_rows_
  bool any_row_ = false;         // a row of the partition was read, whether or not it passed
  bool is_unread_ = false;

  /// Set while suspended within or after a partition.
  std::optional<KeyValues> resume_key_;
  std::optional<KeyValues> resume_clustering_;
  bool resumes_at_row_ = false;
  bool was_suspended_ = false;  // by suspend(), not positioned by go_on()
  std::uint64_t opened_again_ = 0;
  std::uint64_t read_again_ = 0;
  std::uint64_t empty_partitions_ = 0;
};

}  // namespace cellar
