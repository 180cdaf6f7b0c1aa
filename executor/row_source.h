// The rows that a SELECT is about, one by one, before anything is computed of them.
//
// In:      a SelectPlan with the slots' values; a transaction to read from at every call.
// Out:     rows that pass the filters: of the named partitions in key order, or of a range of tokens
//          in token order; within a partition in stored order or backwards; the static row alone
//          where a partition has no rows; one row a partition for DISTINCT.
// Refused: what the keys, slices, filters and limits refuse.
#pragma once

#include "executor/filters.h"
#include "executor/slices.h"

namespace cellar {

class RowSource {
 public:
  /// `plan` must outlive it; `evaluation` is used here only.
  RowSource(const SelectPlan& plan, const Evaluation& evaluation,
            std::optional<std::int32_t> per_partition_limit);

  /// The next row, null at the end. It lasts until the next call.
  const RowView* next(Transaction& transaction, Seconds now);
  /// Lets go of the transaction after a row; next() goes on behind it in any transaction.
  void suspend();
  // How many partitions were opened again after suspend(): they count as one with what was read of them
  // before.
  std::uint64_t opened_again() const { return opened_again_; }

  // Once suspended: where next() goes on, for another source of the same plan and values to go on there.
  ReadPosition place() const { return {*resume_key_, resume_clustering_.value_or(KeyValues())}; }
  std::int32_t returned_of_partition() const { return handed_out_; }
  // Whether no row can follow there: the keys name none behind the last row.
  bool is_at_end() const;
  /// Before the first next(). Refuses a place that is none of this plan's.
  void go_on(const ReadPosition& place, std::int32_t returned_of_partition);

 private:
  bool bind_tokens(const RingPart& part, const Evaluation& evaluation);
  void bind_named(const NamedPartitions& named, const Evaluation& evaluation);
  PartitionReader* open_next(Transaction& transaction, Seconds now);
  PartitionReader* open_named(Transaction& transaction, Seconds now);
  PartitionReader* open_scanned(Transaction& transaction, Seconds now);
  bool begin_partition(PartitionReader& reader);
  bool resume_partition(PartitionReader& reader);
  bool show_partition(PartitionReader& reader);
  const RowView* next_of_walk();
  bool row_passes();
  const RowView* next_in_partition();
  const RowView* distinct_row();
  const RowView* static_row_alone();

  const SelectPlan& plan_;
  std::optional<std::int32_t> per_partition_limit_;
  bool by_key_ = false;
  std::vector<KeyValues> keys_;
  std::size_t next_key_ = 0;
  TokenRange tokens_;
  bool nothing_ = false;  // is left, or was there to begin with
  bool reads_static_ = false;
  bool filters_clustering_ = false;
  std::vector<Slice> slices_;
  bool whole_partition_ = false;
  bool is_plain_scan_ = false;  // there is nothing to ask between two partitions
  /// Filters on the partition key and static columns are asked once a partition.
  std::vector<BoundFilter> partition_filters_, row_filters_;

  std::optional<PartitionCursor> cursor_;
  std::optional<PartitionReader> named_;
  PartitionReader* partition_ = nullptr;
  bool walks_rows_ = false;  // a plain scan goes from row to row, over the ends of partitions
  RowView view_;
  std::int32_t handed_out_ = 0;  // of the partition; not counted while walks_rows_
  bool any_row_ = false;         // of the partition, passed or not

  /// Set while suspended within or after a partition.
  std::optional<KeyValues> resume_key_;
  std::optional<KeyValues> resume_clustering_;
  bool was_suspended_ = false;  // and not told by go_on() where it is
  std::uint64_t opened_again_ = 0;
};

}  // namespace cellar
