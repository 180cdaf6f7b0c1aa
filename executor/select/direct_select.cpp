#include "executor/select/direct_select.h"

#include "planner/plan.h"

#include <algorithm>
#include <boost/container/static_vector.hpp>

namespace cellar {

namespace {

/// Reads of more columns take the longer way.
constexpr std::size_t kMostReadColumns = 32;

bool reads_rows_alone(const SelectPlan& plan) {
  const auto* named = std::get_if<NamedPartitions>(&plan.partitions);
  return std::holds_alternative<RowsInFile>(plan.rows) && named != nullptr && !named->within.is_bounded() &&
         !plan.clustering.lower && !plan.clustering.upper && plan.filters.empty() &&
         std::holds_alternative<AsRead>(plan.order) && std::holds_alternative<EachRow>(plan.grouping) &&
         !plan.distinct && !plan.table->has_static();
}

bool is_plain(const OutputColumn& output, const Table& table) {
  const auto* column = std::get_if<ColumnNode>(&output.value.node);
  return column != nullptr && !is_multicell(table.columns[column->column].type);
}

}  // namespace

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
  auto key = SingleKey::of(*select->table, std::get<NamedPartitions>(select->partitions).key,
                           select->clustering.steps);
  if (!key) return std::nullopt;
  DirectSelect direct;
  direct.plan_ = select;
  direct.key_ = *std::move(key);
  direct.add_columns();
  if (direct.key_.size() > kMostReadColumns || direct.columns_.size() > kMostReadColumns) return std::nullopt;
  return direct;
}

SimpleRowFound DirectSelect::read(Transaction& transaction, std::span<const BoundValue> slots, Seconds now,
                                  ResultRow& row) const {
  const Evaluation evaluation{slots, nullptr, now, nullptr, {}};
  // One row passes every limit; these calls refuse what is none.
  if (plan_->limit) limit_value(plan_->limit, evaluation);
  if (plan_->per_partition_limit) limit_value(plan_->per_partition_limit, evaluation);
  boost::container::static_vector<std::string_view, kMostReadColumns> keys(key_.size());
  const std::span<std::string_view> key(keys.data(), keys.size());
  key_.bind(evaluation, key);
  const std::size_t partition_size = plan_->table->partition_key_size;
  boost::container::static_vector<ValueView, kMostReadColumns> values(columns_.size());
  const SimpleRowRead read{plan_->table, key.first(partition_size), key.subspan(partition_size), columns_};
  const SimpleRowFound found = transaction.read(read, now, std::span(values.data(), values.size()));
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
