// The group of rows that one row of an aggregated result is made of.
//
// In:      a SelectPlan whose grouping is AllRows or RowGroups; the rows of its source, one after another.
// Out:     where a group ends; the results of its aggregates.
// Refused: what the arguments of aggregates and the function of GROUP BY refuse.
#pragma once

#include <memory>

#include "executor/evaluate.h"
#include "executor/row_view.h"
#include "planner/plan/read_plan.h"

namespace cellar {

/// One aggregate of the output.
class Aggregation {
 public:
  Aggregation(const AggregateCall& call, const Table& table);

  void begin() { accumulator_ = function_->accumulate(*function_); }
  void add(const Evaluation& at_row) {
    if (column_) return accumulator_->add(column_->bytes(*at_row.row));
    add_computed(at_row);
  }
  bool counts_rows() const { return argument_ == nullptr; }
  /// Requires counts_rows().
  void add_rows(std::uint64_t rows) { accumulator_->add_rows(rows); }
  Value result() const { return accumulator_->result(); }

 private:
  void add_computed(const Evaluation& at_row);

  const Function* function_;
  std::unique_ptr<Accumulator> accumulator_;
  const Node* argument_ = nullptr;      // null for count(*)
  std::optional<SimpleColumn> column_;  // if the argument is one
  Value value_;                         // of another argument
};

/// Memory does not grow with the number of groups, since rows of a group follow each other.
class GroupOfRows {
 public:
  /// `plan` must outlive it.
  explicit GroupOfRows(const SelectPlan& plan);

  /// Begins a group, to which the row belongs. Without a row the group stays empty.
  void begin(const Evaluation& at_row);
  void begin_empty();
  /// Returns true if the row belongs to the same group as those before it.
  bool holds(const Evaluation& at_row) const { return !groups_ || is_alike(at_row); }
  void add(const Evaluation& at_row) {
    for (Aggregation& aggregation : aggregations_) aggregation.add(at_row);
  }
  /// Returns true if all rows are one group and only their number is asked for.
  bool counts_rows() const { return counts_rows_; }
  /// Requires counts_rows().
  void add_rows(std::uint64_t rows) {
    for (Aggregation& aggregation : aggregations_) aggregation.add_rows(rows);
  }
  /// Ends the group, and returns the results of its aggregates.
  std::span<const Value> results();

  /// Returns true if that is the partition of the last group.
  bool is_of_partition(const std::vector<std::string>& key) const { return key == partition_key_; }
  /// Requires RowGroups. The partition of the group before, which another selection has returned.
  void go_on(const std::vector<std::string>& partition_key) { partition_key_ = partition_key; }

 private:
  bool is_alike(const Evaluation& at_row) const;
  Value bucket_of(const Evaluation& at_row) const;

  const SelectPlan& plan_;
  const RowGroups* groups_;  // null: all rows are one group
  std::vector<Aggregation> aggregations_;
  bool counts_rows_ = false;
  std::vector<Value> results_;
  // The values that all rows of the group share.
  std::vector<std::string> partition_key_;
  bool has_clustering_ = false;  // not in a group of static columns alone
  std::vector<std::string> clustering_;
  Value bucket_;
};

}  // namespace cellar
