#include "executor/direct_upsert.h"

#include <algorithm>
#include <boost/container/static_vector.hpp>

#include "types/key_limit.h"

namespace cellar {

namespace {

/// Rows of more columns take the longer way.
constexpr std::size_t kMostColumns = 64;

struct Text {
  ValueView bytes;
  bool unset = false;
};

}  // namespace

std::optional<DirectUpsert::Source> DirectUpsert::source_of(const Node& node) {
  if (const auto* slot = std::get_if<SlotNode>(&node.node)) return Source{slot->index, nullptr};
  if (const auto* constant = std::get_if<ConstantNode>(&node.node)) return Source{{}, &constant->value};
  if (std::holds_alternative<NullNode>(node.node)) return Source{};
  return std::nullopt;
}

std::optional<DirectUpsert::Source> DirectUpsert::single(const std::vector<Node>& values, bool is_in) {
  return values.size() == 1 && !is_in ? source_of(values[0]) : std::nullopt;
}

bool DirectUpsert::add_keys(const UpsertPlan& plan) {
  for (const Choices& choices : plan.partition_key) {
    const auto source = choices.list ? std::nullopt : single(choices.values, choices.is_in);
    if (!source) return false;
    partition_key_.push_back(*source);
  }
  for (const ClusteringStep& step : plan.clustering) {
    if (step.list || step.count != 1 || step.alternatives.size() != 1) return false;
    const auto source = single(step.alternatives[0], step.is_in);
    if (!source) return false;
    clustering_.push_back(*source);
  }
  return true;
}

bool DirectUpsert::add_cells(const UpsertPlan& plan) {
  for (const AssignmentPlan& assignment : plan.assignments) {
    const Column& column = plan.table->columns[assignment.column];
    const auto source = source_of(assignment.value);
    if (!source || assignment.key || assignment.kind != Assignment::Kind::set ||
        column.kind == ColumnKind::static_ || is_multicell(column.type))
      return false;
    cells_.push_back({column.id, *source});
  }
  const auto by_column = [](const Target& left, const Target& right) { return left.column < right.column; };
  std::sort(cells_.begin(), cells_.end(), by_column);
  const auto same = [](const Target& left, const Target& right) { return left.column == right.column; };
  return std::adjacent_find(cells_.begin(), cells_.end(), same) == cells_.end();
}

std::optional<DirectUpsert> DirectUpsert::of(const Plan& plan) {
  const auto* upsert = std::get_if<UpsertPlan>(&plan.node);
  if (upsert == nullptr || !upsert->writes_row) return std::nullopt;
  DirectUpsert direct;
  direct.plan_ = upsert;
  if (!direct.add_keys(*upsert) || !direct.add_cells(*upsert)) return std::nullopt;
  const std::size_t columns = direct.partition_key_.size() + direct.clustering_.size() + direct.cells_.size();
  if (columns > kMostColumns || (direct.cells_.empty() && !upsert->row_marker)) return std::nullopt;
  return direct;
}

bool DirectUpsert::write(const WriteRun& run) const {
  const auto text = [&](const Source& source) -> Text {
    if (source.constant != nullptr) return {*source.constant, false};
    if (!source.slot) return {};
    const BoundValue& slot = run.evaluation.slots[*source.slot];
    return {slot.value ? ValueView(*slot.value) : std::nullopt, slot.unset};
  };
  boost::container::static_vector<std::string_view, kMostColumns> keys;
  std::size_t sizes = 3 * partition_key_.size();
  for (const std::vector<Source>* part : {&partition_key_, &clustering_}) {
    for (const Source& source : *part) {
      const Text value = text(source);
      if (value.unset || !value.bytes) return false;
      keys.push_back(*value.bytes);
      sizes += value.bytes->size();
    }
  }
  if (sizes > kLongestKey || (partition_key_.size() == 1 && keys[0].empty())) return false;
  boost::container::static_vector<SimpleCell, kMostColumns> cells;
  for (const Target& cell : cells_) {
    const Text value = text(cell.source);
    if (value.unset) return false;
    cells.push_back({cell.column, value.bytes});
  }
  const Timestamp timestamp = write_timestamp(plan_->timestamp, run);
  const Liveness liveness = write_liveness(*plan_->table, timestamp, plan_->time_to_live, run);
  const std::span<const std::string_view> key(keys.data(), keys.size());
  run.transaction.apply(SimpleRow{plan_->table, key.first(partition_key_.size()),
                                  key.subspan(partition_key_.size()), plan_->row_marker, liveness,
                                  std::span<const SimpleCell>(cells.data(), cells.size())});
  return true;
}

}  // namespace cellar
