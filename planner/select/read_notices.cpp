#include "planner/select/read_notices.h"

#include <algorithm>

namespace cellar {

namespace {

/// Tables with more columns than these are wide: SELECT * reads many that nobody looks at.
constexpr std::size_t kManyColumns = 20;

bool names_one_partition(const SelectPlan& plan) {
  const auto* named = std::get_if<NamedPartitions>(&plan.partitions);
  return named != nullptr && std::ranges::none_of(named->key, &Choices::is_in);
}

/// Returns the column whose values order the rows that are read, if each row has another; null otherwise.
const Column* leading_column(const SelectPlan& plan) {
  std::size_t fixed = 0;
  for (const ClusteringStep& step : plan.clustering.steps) {
    if (step.is_in) return nullptr;
    fixed += step.count;
  }
  const Table& table = *plan.table;
  return fixed < table.clustering_size ? &table.columns[table.partition_key_size + fixed] : nullptr;
}

bool tells_time(const Column& column) {
  return column.type.kind == TypeKind::timestamp || column.type.kind == TypeKind::timeuuid ||
         column.type.kind == TypeKind::date;
}

}  // namespace

/// A lower bound begins the read where the reader wants it.
bool reads_oldest_first(const SelectStatement& statement, const SelectPlan& plan) {
  if (!statement.limit || !statement.order_by.empty() || plan.clustering.lower) return false;
  if (!std::holds_alternative<EachRow>(plan.grouping) || plan.distinct || !names_one_partition(plan))
    return false;
  const Column* column = leading_column(plan);
  return column != nullptr && tells_time(*column) && !column->descending;
}

void note_read(const SelectStatement& statement, const SelectPlan& plan, std::vector<Diagnostic>& notices) {
  const Table& table = *plan.table;
  const std::string name = quote_name(table.name);
  if (reads_oldest_first(statement, plan)) {
    notices.push_back({"limit_reads_oldest",
                       statement.limit->span,
                       {{"column", quote_name(leading_column(plan)->name)}, {"table", name}},
                       std::nullopt,
                       subject_of(table)});
  }
  if (statement.star && table.columns.size() > kManyColumns &&
      std::holds_alternative<EachRow>(plan.grouping)) {
    notices.push_back({"many_columns_read",
                       statement.table.span,
                       {{"count", std::to_string(table.columns.size())}, {"table", name}},
                       std::nullopt,
                       subject_of(table)});
  }
}

void warn_of_aggregation(const SelectStatement& statement, const SelectPlan& plan,
                         const Restrictions& restrictions, std::vector<Diagnostic>& notices) {
  if (std::holds_alternative<EachRow>(plan.grouping)) return;
  const Parameters parameters = {{"table", quote_name(plan.table->name)}};
  const Subject subject = subject_of(*plan.table);
  const std::vector<Restriction>& key = restrictions.partition_key;
  if (key.empty() && !restrictions.token) {
    notices.push_back({"aggregation_without_key", statement.table.span, parameters, std::nullopt, subject});
    return;
  }
  const auto in = std::ranges::find(key, Restriction::Kind::in, &Restriction::kind);
  if (in == key.end()) return;
  notices.push_back(
      {"aggregation_of_partitions", in->relations.front()->span, parameters, std::nullopt, subject});
}

}  // namespace cellar
