// Reads the rows of a system table that a SELECT selects: what RowSource does for tables in the file.
//
// In:      a SelectPlan, the slots' values, and the facts of this read.
// Out:     rows that pass the filters, partition by partition, in the order in which a stored table would have
//          them. Tables of virtual keyspaces have their partitions in the order of keys. Rows that a program supplies
//          are those of the moment when the source was made.
// Refused: what the keys, slices and filters refuse; rows that a program supplies and that do not fit the table.
#pragma once

#include "executor/select/bounds/slices.h"
#include "executor/select/filters.h"
#include "executor/system/supplied_rows.h"
#include "executor/system/system_facts.h"
#include "executor/system/system_rows.h"
#include "planner/plan/read_plan.h"
#include "storage/store.h"

namespace cellar {

class SystemSource {
 public:
  /// `plan`, `facts` and the meter of `evaluation` must outlive the source.
  SystemSource(const SelectPlan& plan, const SystemFacts& facts, const Evaluation& evaluation,
               std::optional<std::int32_t> per_partition_limit);

  /// Returns the next row, null at the end. The row is valid until the next call.
  const RowView* next(Transaction& transaction, Seconds now);
  // The same as in RowSource. Nothing is read from a transaction, so there is nothing to release.
  void suspend() {}
  void unread() { is_unread_ = true; }
  bool is_unread() const { return is_unread_; }
  void skip_partition() { next_row_ = rows_.size(); }
  std::uint64_t empty_partitions() const { return 0; }
  std::uint64_t opened_again() const { return 0; }
  std::uint64_t read_again() const { return 0; }
  bool resumes_at_row() const { return is_unread_; }
  ReadPosition place() const { return {partition_key_, row_.clustering}; }
  std::int32_t returned_of_partition() const { return returned_; }
  bool is_at_end() const;
  void go_on(const ReadPosition& place, bool at_row, std::int32_t returned_of_partition);

 private:
  std::vector<KeyValues> all_partitions() const;
  void find_partitions(const Evaluation& evaluation);
  bool comes_before(const KeyValues& left, const KeyValues& right) const;
  std::vector<std::vector<Value>> rows_of(const KeyValues& partition) const;
  void begin_partition(std::vector<Slice> slices);
  bool is_selected(const std::vector<Value>& values, const std::vector<Slice>& slices) const;
  void show(const std::vector<Value>& values);

  const SelectPlan& plan_;
  const SystemFacts& facts_;
  const SystemContent* content_;          // null: the table computes no rows
  std::optional<SuppliedRows> supplied_;  // by a program, in a table that computes none
  std::optional<std::int32_t> per_partition_limit_;
  std::vector<Slice> slices_;
  std::vector<BoundFilter> filters_;
  std::vector<KeyValues> partitions_;  // in the order of keys if they are, else in that of tokens
  bool is_in_order_of_keys_ = false;
  std::size_t next_partition_ = 0;

  // The partition that is being read.
  std::vector<std::vector<Value>> rows_;  // those of its rows that are selected, in the order of the read
  std::size_t next_row_ = 0;
  std::int32_t returned_ = 0;
  bool is_unread_ = false;  // next() returns the last row once more

  // The row that was returned.
  RowView view_;
  KeyValues partition_key_;
  StoredRow row_;
  Liveness liveness_;
};

}  // namespace cellar
