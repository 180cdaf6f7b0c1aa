#include "executor/direct_select.h"

#include <algorithm>
#include <array>

#include "types/key_limit.h"

namespace cellar {

namespace {

/// Reads of more columns take the longer way.
constexpr std::size_t kMostColumns = 32;

std::optional<std::size_t> slot_of(const Node& node) {
  const auto* slot = std::get_if<SlotNode>(&node.node);
  return slot != nullptr ? std::optional(slot->index) : std::nullopt;
}

std::optional<std::size_t> single_slot(const std::vector<Node>& values, bool is_in) {
  return values.size() == 1 && !is_in ? slot_of(values[0]) : std::nullopt;
}

bool reads_rows_alone(const SelectPlan& plan) {
  const auto* named = std::get_if<NamedPartitions>(&plan.partitions);
  return named != nullptr && !named->within.is_bounded() && !plan.clustering.lower &&
         !plan.clustering.upper && plan.filters.empty() && plan.sort.empty() && plan.aggregates.empty() &&
         !plan.distinct && !plan.table->has_static();
}

bool is_plain(const OutputColumn& output, const Table& table) {
  const auto* column = std::get_if<ColumnNode>(&output.value.node);
  return column != nullptr && !is_multicell(table.columns[column->column].type);
}

}  // namespace

bool DirectSelect::add_keys() {
  for (const Choices& choices : std::get<NamedPartitions>(plan_->partitions).key) {
    const auto slot = choices.list ? std::nullopt : single_slot(choices.values, choices.is_in);
    if (!slot) return false;
    key_.push_back(*slot);
  }
  for (const ClusteringStep& step : plan_->clustering.steps) {
    if (step.list || step.count != 1 || step.alternatives.size() != 1) return false;
    const auto slot = single_slot(step.alternatives[0], step.is_in);
    if (!slot) return false;
    key_.push_back(*slot);
  }
  return key_.size() == plan_->table->partition_key_size + plan_->table->clustering_size;
}

bool DirectSelect::add_limits() {
  for (const std::optional<Node>* limit : {&plan_->limit, &plan_->per_partition_limit}) {
    if (!*limit) continue;
    const auto slot = slot_of(**limit);
    if (!slot) return false;
    limits_.push_back(*slot);
  }
  return true;
}

void DirectSelect::add_columns() {
  const Table& table = *plan_->table;
  const auto column_of = [](const OutputColumn& output) {
    return std::get<ColumnNode>(output.value.node).column;
  };
  for (const OutputColumn& output : plan_->columns) {
    if (column_of(output) >= key_.size()) columns_.push_back(table.columns[column_of(output)].id);
  }
  std::sort(columns_.begin(), columns_.end());
  columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  for (const OutputColumn& output : plan_->columns) {
    const std::size_t column = column_of(output);
    const auto place = std::ranges::lower_bound(columns_, table.columns[column].id) - columns_.begin();
    const bool is_key = column < key_.size();
    output_.push_back({is_key, is_key ? column : static_cast<std::size_t>(place)});
  }
}

std::optional<DirectSelect> DirectSelect::of(const Plan& plan) {
  const auto* select = std::get_if<SelectPlan>(&plan.node);
  if (select == nullptr || !plan.notices.empty() || !reads_rows_alone(*select)) return std::nullopt;
  const auto plain = [&](const OutputColumn& output) { return is_plain(output, *select->table); };
  if (!std::ranges::all_of(select->columns, plain)) return std::nullopt;
  DirectSelect direct;
  direct.plan_ = select;
  if (!direct.add_keys() || !direct.add_limits()) return std::nullopt;
  direct.add_columns();
  if (direct.key_.size() > kMostColumns || direct.columns_.size() > kMostColumns) return std::nullopt;
  return direct;
}

/// True if each limit is positive; an unset marker means no limit.
bool DirectSelect::limits_pass(std::span<const BoundValue> slots) const {
  return std::ranges::all_of(limits_, [&](std::size_t index) {
    const BoundValue& limit = slots[index];
    if (limit.unset) return true;
    return limit.value && limit.value->size() == sizeof(std::int32_t) && limit.value->front() >= 0 &&
           limit.value->find_first_not_of('\0') != std::string::npos;
  });
}

SimpleRowFound DirectSelect::read(Transaction& transaction, std::span<const BoundValue> slots, Seconds now,
                                  ResultRow& row) const {
  std::array<std::string_view, kMostColumns> key;
  std::size_t size = 3 * key_.size();
  for (std::size_t i = 0; i < key_.size(); ++i) {
    const BoundValue& slot = slots[key_[i]];
    if (slot.unset || !slot.value) return SimpleRowFound::unknown;
    key[i] = *slot.value;
    size += key[i].size();
  }
  const std::size_t partition = plan_->table->partition_key_size;
  if (size > kLongestKey || (partition == 1 && key[0].empty()) || !limits_pass(slots))
    return SimpleRowFound::unknown;
  std::array<ValueView, kMostColumns> values;
  const std::span<const std::string_view> parts(key.data(), key_.size());
  const SimpleRowRead read{plan_->table, parts.first(partition), parts.subspan(partition), columns_};
  const SimpleRowFound found = transaction.read(read, now, std::span(values.data(), columns_.size()));
  if (found != SimpleRowFound::yes) return found;
  row.begin(output_.size());
  for (std::size_t i = 0; i < output_.size(); ++i) {
    const Source& source = output_[i];
    row.show(i, source.is_key ? key[source.index] : values[source.index]);
  }
  row.keep();
  return found;
}

}  // namespace cellar
