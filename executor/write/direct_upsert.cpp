#include "executor/write/direct_upsert.h"

#include <algorithm>

#include "planner/plan.h"

namespace cellar {

namespace {

/// Values of such a column are checked, which the general path does.
bool is_indexed_vector(const Column& column, const Table& table) {
  return column.type.kind == TypeKind::vector && !table.indexes.empty();
}

}  // namespace

std::span<std::string_view> DirectUpsert::bind_key(const WriteRun& run, Keys& keys) const {
  if (keys.empty()) {
    const WrittenKeys& computed = *run.keys;
    keys.assign(computed.partitions.front().begin(), computed.partitions.front().end());
    keys.insert(keys.end(), computed.rows.front().begin(), computed.rows.front().end());
    return {keys.data(), keys.size()};
  }
  const std::span<std::string_view> key(keys.data(), keys.size());
  key_.bind(run.evaluation, key);
  return key;
}

bool DirectUpsert::add_cells() {
  for (const AssignmentPlan& assignment : plan_->assignments) {
    const Column& column = plan_->table->columns[assignment.column];
    const bool counts = column.type.kind == TypeKind::counter && is_addition(assignment, column);
    if (!is_ready(assignment.value) || assignment.key || is_indexed_vector(column, *plan_->table) ||
        (assignment.kind != AssignmentKind::set && !counts) || column.kind == ColumnKind::static_ ||
        is_multicell(column.type))
      return false;
    cells_.push_back({column.id, &assignment, counts ? &column : nullptr});
  }
  std::ranges::sort(cells_, {}, &Target::column);
  return std::ranges::adjacent_find(cells_, {}, &Target::column) == cells_.end();
}

std::optional<DirectUpsert> DirectUpsert::of(const Plan& plan) {
  const auto* upsert = write_in<UpsertPlan>(plan.node);
  return upsert != nullptr ? of(*upsert) : std::nullopt;
}

std::optional<DirectUpsert> DirectUpsert::of(const UpsertPlan& plan) {
  if (!plan.writes_row) return std::nullopt;
  auto key = SingleKey::of(*plan.table, plan.partition_key, plan.clustering);
  return key ? of(plan, *std::move(key)) : std::nullopt;
}

std::optional<DirectUpsert> DirectUpsert::of_computed_key(const Plan& plan) {
  const auto* upsert = write_in<UpsertPlan>(plan.node);
  if (upsert == nullptr || !upsert->writes_row) return std::nullopt;
  const auto names_one = [](const auto& part) { return !part.is_in && !part.list; };
  const bool is_one_row = std::ranges::all_of(upsert->partition_key, names_one) &&
                          std::ranges::all_of(upsert->clustering, names_one);
  const bool is_whole = upsert->clustering.size() == upsert->table->clustering_size;
  return is_one_row && is_whole ? of(*upsert, SingleKey()) : std::nullopt;
}

std::optional<DirectUpsert> DirectUpsert::of(const UpsertPlan& plan, SingleKey key) {
  DirectUpsert direct;
  direct.plan_ = &plan;
  direct.default_time_to_live_ = plan.table->default_time_to_live();
  direct.key_ = std::move(key);
  if (!direct.add_cells() || plan.table->key_size() + direct.cells_.size() > kMostWrittenColumns)
    return std::nullopt;
  return direct;
}

SimpleRowFound DirectUpsert::find(const WriteRun& run) const {
  Keys keys(key_.size());
  const std::span<std::string_view> key = bind_key(run, keys);
  const std::size_t partition_size = plan_->table->partition_key_size;
  const SimpleRowRead read{plan_->table, key.first(partition_size), key.subspan(partition_size), {}};
  return run.transaction.read(read, run.evaluation.now, {});
}

void DirectUpsert::write(const WriteRun& run) const {
  Keys keys(key_.size());
  const std::span<std::string_view> key = bind_key(run, keys);
  const std::size_t partition_size = plan_->table->partition_key_size;
  check_written_row(*plan_->table, key.subspan(partition_size));
  const Timestamp timestamp = write_timestamp(plan_->timestamp, run);
  const Liveness liveness = write_liveness(default_time_to_live_, timestamp, plan_->time_to_live, run);
  boost::container::static_vector<SimpleCell, kMostWrittenColumns> cells;
  boost::container::static_vector<std::string, kMostWrittenColumns> changes;
  for (const Target& cell : cells_) {
    const AssignmentPlan& assignment = *cell.assignment;
    if (cell.counter != nullptr) {
      if (auto change = added_value(assignment, *cell.counter, run))
        cells.push_back({cell.column, changes.emplace_back(std::move(*change))});
      continue;
    }
    const ValueView value = ready_value(assignment.value, run.evaluation);
    if (!value && is_unset(assignment.value, run.evaluation)) continue;
    cells.push_back({cell.column, value});
  }
  if (cells.empty() && !plan_->row_marker) return;
  run.transaction.apply(SimpleRow{plan_->table, key.first(partition_size), key.subspan(partition_size),
                                  plan_->row_marker, liveness,
                                  std::span<const SimpleCell>(cells.data(), cells.size())});
}

}  // namespace cellar
