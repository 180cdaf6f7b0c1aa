#include "planner/select/nearest.h"

#include <algorithm>

#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/plan/read_plan.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

const Index* vector_index(const Table& table, const Column& column) {
  for (const Index& index : table.indexes) {
    if (supports(index, column, RelationOperator::ann, false)) return &index;
  }
  return nullptr;
}

bool is_indexed(const Restriction& restriction, const Table& table) {
  return std::ranges::all_of(
      restriction.columns, [&](std::size_t column) { return table.has_index_on(table.columns[column].id); });
}

[[noreturn]] void refuse_filter(const Restriction& restriction, const Table& table) {
  refuse("nearest_beside_filter", restriction.relations.front()->target_span,
         {{"column", names_of(table, {restriction.first()})}});
}

//
void require_searchable(const Restrictions& restrictions, const ServedRestrictions& served,
                        const Table& table) {
  const std::vector<const Restriction*> key = unserved(served.partition_key);
  if (!key.empty()) refuse_filter(*key.front(), table);
  for (const Restriction& restriction : restrictions.others) {
    if (!is_indexed(restriction, table)) refuse_filter(restriction, table);
  }
  const bool has_partition = !served.partition_key.empty() && !restrictions.token;
  const bool keys_serve = has_partition && unserved(served.clustering).empty();
  for (const Restriction& restriction : restrictions.clustering) {
    if (!keys_serve && !is_indexed(restriction, table)) refuse_filter(restriction, table);
  }
}

}  // namespace

const Ordering* nearest_ordering(const SelectStatement& statement) {
  const auto is_nearest = [](const Ordering& ordering) { return ordering.ann_of.has_value(); };
  const auto found = std::find_if(statement.order_by.begin(), statement.order_by.end(), is_nearest);
  if (found == statement.order_by.end()) return nullptr;
  if (statement.order_by.size() > 1) refuse("nearest_beside_order", statement.order_by_span);
  if (found->descending) refuse("nearest_descending", found->span);
  return &*found;
}

NearestOrder plan_nearest(const Ordering& ordering, const Restrictions& restrictions,
                          const ServedRestrictions& served, Scope& scope) {
  const Table& table = *scope.table;
  const std::size_t number = resolve_column(table, ordering.column);
  const Column& column = table.columns[number];
  const Parameters parameters = {
      {"column", quote_name(column.name)}, {"type", to_cql(column.type)}, {"table", quote_name(table.name)}};
  const bool is_float_vector =
      column.type.kind == TypeKind::vector && column.type.arguments[0].kind == TypeKind::float_;
  if (!is_float_vector) refuse("nearest_of_other_type", ordering.span, parameters);
  NearestOrder order;
  order.column = number;
  order.column_name = quote_name(column.name);
  order.span = ordering.span;
  order.vector = plan_value(*ordering.ann_of, {column.type, quote_name(column.name)}, scope);
  const Index* index = vector_index(table, column);
  if (index == nullptr) refuse("nearest_without_index", ordering.span, parameters);
  order.similarity = similarity_of(*index);
  require_searchable(restrictions, served, table);
  return order;
}

void require_nearest_rows(const SelectStatement& statement, const SelectPlan& plan) {
  if (!plan.aggregates.empty() || !statement.group_by.empty())
    refuse("nearest_with_aggregates", statement.order_by_span);
  if (statement.distinct) refuse("nearest_with_distinct", statement.distinct_span);
  if (statement.per_partition_limit)
    refuse("nearest_with_partition_limit", statement.per_partition_limit->span);
  if (!statement.limit) refuse("nearest_without_limit", statement.order_by_span);
}

}  // namespace cellar
