#include "executor/select/grouping.h"

#include <algorithm>

#include "planner/plan/read_plan.h"

namespace cellar {

Aggregation::Aggregation(const AggregateCall& call, const Table& table) : function_(&call.function) {
  if (call.arguments.empty()) return;
  argument_ = &call.arguments[0];
  if (const auto* node = std::get_if<ColumnNode>(&argument_->node)) {
    column_ = SimpleColumn::of(table, node->column);
  }
}

void Aggregation::add_computed(const Evaluation& at_row) {
  if (argument_ == nullptr) return accumulator_->add(std::nullopt);
  evaluate_into(*argument_, at_row, value_);
  accumulator_->add(value_);
}

GroupOfRows::GroupOfRows(const SelectPlan& plan)
    : plan_(plan), groups_(std::get_if<RowGroups>(&plan.grouping)) {
  for (const AggregateCall& call : plan.aggregates) aggregations_.emplace_back(call, *plan.table);
  counts_rows_ = groups_ == nullptr && std::ranges::all_of(aggregations_, &Aggregation::counts_rows);
  results_.resize(aggregations_.size());
}

void GroupOfRows::begin_empty() {
  for (Aggregation& aggregation : aggregations_) aggregation.begin();
}

void GroupOfRows::begin(const Evaluation& at_row) {
  begin_empty();
  if (groups_ != nullptr) {
    const RowView& row = *at_row.row;
    partition_key_ = *row.partition_key;
    has_clustering_ = row.row != nullptr;
    if (has_clustering_ && groups_->clustering > 0) {
      const auto first = row.row->clustering.begin();
      clustering_.assign(first, first + static_cast<std::ptrdiff_t>(groups_->clustering));
    }
    bucket_ = bucket_of(at_row);
  }
  add(at_row);
}

Value GroupOfRows::bucket_of(const Evaluation& at_row) const {
  if (!groups_->bucket || at_row.row->row == nullptr) return std::nullopt;
  return evaluate(*groups_->bucket, at_row);
}

/// Values that are compared as equal may differ in their bytes: 1.0 and 1.00.
bool GroupOfRows::is_alike(const Evaluation& at_row) const {
  const RowView& row = *at_row.row;
  if (!is_of_partition(*row.partition_key) || !has_clustering_ || row.row == nullptr) return false;
  for (std::size_t index = 0; index < groups_->clustering; ++index) {
    const std::string& value = row.row->clustering[index];
    if (value == clustering_[index]) continue;
    const Column& column = plan_.table->columns[plan_.table->partition_key_size + index];
    if (compare(column.type, value, clustering_[index]) != 0) return false;
  }
  return !groups_->bucket || bucket_of(at_row) == bucket_;
}

std::span<const Value> GroupOfRows::results() {
  std::ranges::transform(aggregations_, results_.begin(), &Aggregation::result);
  return results_;
}

}  // namespace cellar
