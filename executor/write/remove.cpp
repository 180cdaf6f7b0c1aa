#include <algorithm>

#include "executor/select/bounds/slices.h"
#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

bool names_whole_rows(const Table& table, const ClusteringRestriction& restriction) {
  std::size_t covered = 0;
  for (const ClusteringStep& step : restriction.steps) covered += step.count;
  return covered == table.clustering_size && !restriction.lower && !restriction.upper;
}

/// In a table without clustering columns, to delete a row is to delete its partition.
void delete_rows(const DeletePlan& plan, const std::vector<KeyValues>& keys, Timestamp timestamp,
                 const WriteRun& run, std::vector<Mutation>& mutations) {
  const Table& table = *plan.table;
  if (!plan.clustering.restricts()) {
    for (const KeyValues& key : keys) mutations.push_back({plan.table, key, PartitionDeletion{timestamp}});
    return;
  }
  if (names_whole_rows(table, plan.clustering)) {
    const auto rows = clustering_keys(table, plan.clustering.steps, run.evaluation);
    for (const KeyValues& key : keys) {
      for (const KeyValues& clustering : rows) {
        check_written_row(table, clustering);
        RowWrite write;
        write.clustering = clustering;
        write.deletion = timestamp;
        mutations.push_back({plan.table, key, std::move(write)});
      }
    }
    return;
  }
  const std::vector<Slice> slices =
      clustering_slices(table, plan.clustering, run.evaluation, NullBound::refused);
  for (const Slice& slice : slices) {
    std::ranges::for_each(slice.start.prefix, refuse_too_long);
    std::ranges::for_each(slice.end.prefix, refuse_too_long);
  }
  for (const KeyValues& key : keys) {
    for (const Slice& slice : slices) mutations.push_back({plan.table, key, RangeDeletion{slice, timestamp}});
  }
}

struct BoundDeletion {
  const DeletionPlan* plan = nullptr;
  Value key;
};

std::vector<BoundDeletion> bind_deletions(const DeletePlan& plan, const WriteRun& run) {
  std::vector<BoundDeletion> bound;
  for (const DeletionPlan& deletion : plan.columns) {
    BoundDeletion& added = bound.emplace_back(BoundDeletion{&deletion, std::nullopt});
    if (!deletion.key) continue;
    const Span span = deletion.key->span.empty() ? deletion.span : deletion.key->span;
    if (is_unset(*deletion.key, run.evaluation)) refuse("unset_value", span);
    added.key = evaluate(*deletion.key, run.evaluation);
    if (!added.key) refuse("null_element_key", span);
  }
  return bound;
}

RowWrite column_deletions(const std::vector<BoundDeletion>& deletions, const TargetRow& target,
                          Timestamp timestamp, const WriteRun& run) {
  RowWrite write;
  write.is_static = target.is_static;
  if (!target.is_static) write.clustering = target.clustering;
  for (const BoundDeletion& deletion : deletions) {
    const Column& column = target.table->columns[deletion.plan->column];
    if ((column.kind == ColumnKind::static_) != target.is_static) continue;
    if (is_multicell(column.type)) {
      delete_multicell(*deletion.plan, deletion.key, target, timestamp, run, write);
    } else {
      write.cells.push_back({column.id, "", std::nullopt, {timestamp, 0, 0}});
    }
  }
  return write;
}

/// A range without rows in it is accepted, and nothing is deleted.
std::vector<KeyValues> named_rows(const DeletePlan& plan, const std::vector<KeyValues>& keys,
                                  const WriteRun& run) {
  const Table& table = *plan.table;
  if (names_whole_rows(table, plan.clustering))
    return clustering_keys(table, plan.clustering.steps, run.evaluation);
  if (!keys.empty() &&
      !clustering_slices(table, plan.clustering, run.evaluation, NullBound::refused).empty()) {
    refuse("columns_of_range", plan.columns.front().span, {{"key", key_of(table)}});
  }
  return {};
}

void delete_columns(const DeletePlan& plan, const std::vector<KeyValues>& keys, Timestamp timestamp,
                    const WriteRun& run, std::vector<Mutation>& mutations) {
  const Table& table = *plan.table;
  const auto is_static = [&](const DeletionPlan& deletion) {
    return table.columns[deletion.column].kind == ColumnKind::static_;
  };
  const bool any_static = std::any_of(plan.columns.begin(), plan.columns.end(), is_static);
  const bool all_static = std::all_of(plan.columns.begin(), plan.columns.end(), is_static);
  std::vector<KeyValues> rows;
  if (!all_static) {
    rows = named_rows(plan, keys, run);
    if (rows.empty()) return;
  }
  const std::vector<BoundDeletion> deletions = bind_deletions(plan, run);
  for (const KeyValues& row : rows) check_written_row(table, row);
  const KeyValues no_clustering;
  for (const KeyValues& key : keys) {
    if (any_static) {
      const TargetRow target{plan.table, key, no_clustering, true};
      mutations.push_back({plan.table, key, column_deletions(deletions, target, timestamp, run)});
    }
    for (const KeyValues& clustering : rows) {
      const TargetRow target{plan.table, key, clustering, false};
      mutations.push_back({plan.table, key, column_deletions(deletions, target, timestamp, run)});
    }
  }
}

}  // namespace

void gather(const DeletePlan& plan, const WriteRun& run, std::vector<Mutation>& mutations) {
  const std::vector<KeyValues> keys = partition_keys(*plan.table, plan.partition_key, run.evaluation);
  const Timestamp timestamp = write_timestamp(plan.timestamp, run);
  if (plan.columns.empty()) {
    delete_rows(plan, keys, timestamp, run, mutations);
  } else {
    delete_columns(plan, keys, timestamp, run, mutations);
  }
}

}  // namespace cellar
