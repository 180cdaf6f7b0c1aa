#include <algorithm>

#include "executor/write/indexed_values.h"
#include "executor/write/write_run.h"
#include "planner/definition/options/table_options.h"
#include "planner/plan/write_plan.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr Seconds kLastExpiry = 4294967294;  // in February 2106

Value assigned_key(const AssignmentPlan& assignment, const WriteRun& run) {
  if (!assignment.key) return std::nullopt;
  const Node& node = *assignment.key;
  if (is_unset(node, run.evaluation)) refuse("unset_value", node.span);
  Value key = evaluate(node, run.evaluation);
  if (!key) refuse("null_element_key", node.span.empty() ? assignment.span : node.span);
  return key;
}

/// Assignments of unset markers are left out, and sums with a value that is not stored.
std::vector<BoundAssignment> bind_assignments(const UpsertPlan& plan, const WriteRun& run) {
  std::vector<BoundAssignment> bound;
  bound.reserve(plan.assignments.size());
  for (const AssignmentPlan& assignment : plan.assignments) {
    const Column& column = plan.table->columns[assignment.column];
    if (is_addition(assignment, column)) {
      if (Value value = added_value(assignment, column, run))
        bound.push_back({&assignment, std::nullopt, std::move(value)});
      continue;
    }
    if (is_unset(assignment.value, run.evaluation)) continue;
    bound.push_back({&assignment, assigned_key(assignment, run), evaluate(assignment.value, run.evaluation)});
    check_indexed_value(*plan.table, assignment.column, bound.back().value, assignment.value.span);
  }
  return bound;
}

RowWrite row_write(const std::vector<BoundAssignment>& assignments, const TargetRow& target,
                   const Liveness& liveness, const WriteRun& run) {
  RowWrite write;
  write.is_static = target.is_static;
  if (!target.is_static) write.clustering = target.clustering;
  for (const BoundAssignment& assignment : assignments) {
    const Column& column = target.table->columns[assignment.plan->column];
    if ((column.kind == ColumnKind::static_) != target.is_static) continue;
    if (is_multicell(column.type)) {
      write_multicell(assignment, target, liveness, run, write);
    } else {
      const Liveness lives = assignment.value ? liveness : Liveness{liveness.timestamp, 0, 0};
      write.cells.push_back({column.id, "", assignment.value, lives});
    }
  }
  return write;
}

bool does_something(const RowWrite& write) {
  return write.marker || !write.cells.empty() || !write.elements.empty() || !write.column_deletions.empty();
}

}  // namespace

Timestamp write_timestamp(const std::optional<Node>& timestamp, const WriteRun& run) {
  if (run.has_conditions() || !timestamp || is_unset(*timestamp, run.evaluation)) return run.timestamp;
  const std::optional<Timestamp> microseconds = evaluate_integer(*timestamp, run.evaluation);
  if (!microseconds) refuse("null_timestamp", timestamp->span);
  if (*microseconds == INT64_MIN) refuse("timestamp_too_small", timestamp->span);
  return *microseconds;
}

Liveness write_liveness(std::int64_t default_time_to_live, Timestamp timestamp,
                        const std::optional<Node>& time_to_live, const WriteRun& run) {
  std::int64_t seconds = default_time_to_live;
  if (time_to_live && !is_unset(*time_to_live, run.evaluation)) {
    seconds = evaluate_integer(*time_to_live, run.evaluation).value_or(0);
    const Parameters parameters = {{"seconds", std::to_string(seconds)}};
    if (seconds < 0) refuse("negative_ttl", time_to_live->span, parameters);
    if (seconds > kLongestTimeToLive) refuse("ttl_too_long", time_to_live->span, parameters);
  }
  if (seconds == 0) return {timestamp, 0, 0};
  return {timestamp, static_cast<std::int32_t>(seconds), std::min(run.evaluation.now + seconds, kLastExpiry)};
}

WrittenKeys written_keys(const UpsertPlan& plan, const Evaluation& evaluation) {
  WrittenKeys keys;
  write_keys_into(plan, evaluation, keys);
  return keys;
}

void write_keys_into(const UpsertPlan& plan, const Evaluation& evaluation, WrittenKeys& keys) {
  const Table& table = *plan.table;
  keys.partitions.resize(1);
  keys.rows.resize(plan.writes_row ? 1 : 0);
  const bool is_one_row =
      plan.writes_row && bind_one_row(table, plan.partition_key, plan.clustering, evaluation,
                                      keys.partitions.front(), keys.rows.front());
  if (!is_one_row) {
    keys.partitions = partition_keys(table, plan.partition_key, evaluation);
    if (plan.writes_row) keys.rows = clustering_keys(table, plan.clustering, evaluation);
  }
  for (const KeyValues& row : keys.rows) check_written_row(table, row);
}

EvaluationContext shifted_context(const EvaluationContext& context, std::int64_t milliseconds) {
  EvaluationContext shifted = context;
  shifted.now_microseconds += milliseconds * kMicrosecondsOfMillisecond;
  return shifted;
}

namespace {

void gather_shifted(const UpsertPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations) {
  EvaluationContext context = shifted_context(*run.evaluation.context, run.shifts.front());
  WriteRun shifted = run;
  shifted.evaluation.context = &context;
  shifted.shifts = {};
  gather(plan, shifted, mutations);
}

}  // namespace

void gather(const UpsertPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations) {
  if (!run.shifts.empty()) return gather_shifted(plan, run, mutations);
  const Table& table = *plan.table;
  std::optional<WrittenKeys> own;
  const auto& [keys, rows] =
      run.keys != nullptr ? *run.keys : own.emplace(written_keys(plan, run.evaluation));
  const Timestamp timestamp = write_timestamp(plan.timestamp, run);
  const Liveness liveness = write_liveness(table.default_time_to_live(), timestamp, plan.time_to_live, run);
  const std::vector<BoundAssignment> assignments = bind_assignments(plan, run);
  if (plan.writes_row && rows.empty()) return;  // no static cell is written either
  const auto add = [&](const KeyValues& key, RowWrite write) {
    if (does_something(write)) mutations.push_back({plan.table, key, std::move(write)});
  };
  const bool writes_static = table.has_static();
  const KeyValues no_clustering;
  for (const KeyValues& key : keys) {
    if (writes_static) {
      add(key, row_write(assignments, {plan.table, key, no_clustering, true}, liveness, run));
    }
    for (const KeyValues& clustering : rows) {
      RowWrite write = row_write(assignments, {plan.table, key, clustering, false}, liveness, run);
      if (plan.row_marker) write.marker = liveness;
      add(key, std::move(write));
    }
  }
}

void gather(const BatchPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations) {
  WriteRun shared = run;
  shared.timestamp = write_timestamp(plan.timestamp, run);
  for (std::size_t index = 0; index < plan.statements.size(); ++index) {
    shared.shifts = run.shifts_of(index);
    std::visit([&](const auto& part) { gather(part, shared, mutations); }, plan.statements[index]);
  }
}

}  // namespace cellar
