#include "planner/select/select.h"

#include <algorithm>

#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/select/filtering.h"
#include "planner/select/grouping.h"
#include "planner/select/index_choice.h"
#include "planner/select/key_description.h"
#include "planner/select/nearest.h"
#include "planner/select/ordering.h"
#include "planner/select/policy.h"
#include "planner/select/read_notices.h"
#include "planner/select/selection.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

using Columns = std::set<std::size_t>;

/// Refuses a view that does not hold all existing rows of its table yet.
void require_built(const Table& table, Span span, const PlanContext& context) {
  if (!table.is_view()) return;
  const TablePointer base = context.schema.find_table(table.keyspace, table.view_of->base);
  const View* view = base == nullptr ? nullptr : base->find_view(table.name);
  if (view != nullptr && view->is_built) return;
  refuse("view_unbuilt", span,
         {{"view", quote_name(table.name)},
          {"base", quote_name(table.view_of->base)},
          {"keyspace", table.keyspace},
          {"table", table.view_of->base}},
         std::nullopt, Subject{Subject::Kind::table, table.view_of->base, table.keyspace});
}

/// A map literal counts as a regular column, as in Cassandra.
bool all_static(const SelectStatement& statement, const Columns& columns, const Table& table) {
  if (statement.star || selects_map_literal(statement)) return false;
  bool any = false;
  for (const std::size_t column : columns) {
    const ColumnKind kind = table.columns[column].kind;
    if (kind == ColumnKind::regular || kind == ColumnKind::clustering) return false;
    any = any || kind == ColumnKind::static_;
  }
  return any;
}

//
void require_distinct_partitions(const SelectStatement& statement, const Columns& columns,
                                 const Restrictions& restrictions, const ReadPath& path, const Table& table) {
  if (statement.per_partition_limit) {
    refuse("distinct_with_partition_limit", statement.per_partition_limit->span);
  }
  if (!restrictions.clustering.empty() || restrictions.restricts_regular(table)) {
    refuse("distinct_of_rows", statement.where_span, {{"key", key_of(table)}});
  }
  for (const std::size_t column : columns) {
    const ColumnKind kind = table.columns[column].kind;
    if (kind == ColumnKind::partition_key || kind == ColumnKind::static_ || table.is_static_compact())
      continue;
    refuse("distinct_of_other_columns", statement.distinct_span, {{"column", names_of(table, {column})}});
  }
  if (!path.reads_ring()) return;
  std::vector<std::size_t> missing;
  for (std::size_t column = 0; column < table.partition_key_size; ++column) {
    if (!columns.contains(column)) missing.push_back(column);
  }
  if (missing.empty()) return;
  refuse("distinct_of_part_of_key", statement.distinct_span, {{"missing", names_of(table, missing)}});
}

/// Refuses restrictions of clustering columns if only static columns are selected, which all rows share.
void require_rows_for_clustering(const SelectStatement& statement, const Columns& requested,
                                 const Restrictions& restrictions, const Table& table) {
  if (restrictions.clustering.empty() || !all_static(statement, requested, table)) return;
  refuse("clustering_for_static_columns", first_relation(restrictions.clustering).span,
         {{"column", names_of(table, {restrictions.clustering.front().first()})}});
}

void plan_limits(const SelectStatement& statement, SelectPlan& plan, Scope& scope) {
  const Type type = native_type(TypeKind::int_);
  if (statement.per_partition_limit) {
    plan.per_partition_limit =
        plan_value(*statement.per_partition_limit, {type, "[per_partition_limit]"}, scope);
  }
  if (statement.limit) plan.limit = plan_value(*statement.limit, {type, "[limit]"}, scope);
}

struct OrderColumns {
  Columns& columns;

  void operator()(const AsRead&) const {}
  void operator()(const SortedBy& sorted) const {
    for (const SortKey& key : sorted.keys) columns.insert(key.column);
  }
  void operator()(const NearestOrder& nearest) const { columns.insert(nearest.column); }
};

void plan_wanted_columns(SelectPlan& plan) {
  Columns columns;
  for (const OutputColumn& column : plan.columns) collect_columns(column.value, columns);
  for (const AggregateCall& aggregate : plan.aggregates) {
    for (const Node& argument : aggregate.arguments) collect_columns(argument, columns);
  }
  for (const Filter& filter : plan.filters) columns.insert(filter.column);
  std::visit(OrderColumns{columns}, plan.order);
  const std::size_t clustering = plan.table->partition_key_size;
  const std::size_t others = plan.table->key_size();
  collect_columns(plan.grouping, *plan.table, columns);
  plan.reads_partition_key = columns.lower_bound(0) != columns.lower_bound(clustering);
  plan.reads_clustering = columns.lower_bound(clustering) != columns.lower_bound(others);
  plan.wanted = {columns.lower_bound(others), columns.end()};
}

/// Adds the columns of ORDER BY if rows of several partitions have to be sorted by them.
Columns with_sorted(Columns requested, const std::vector<ResolvedOrdering>& orderings, const ReadPath& path) {
  if (!path.names_several_partitions()) return requested;
  for (const ResolvedOrdering& ordering : orderings) requested.insert(ordering.column);
  return requested;
}

void fill_in(const SelectStatement& statement, const Restrictions& restrictions, ReadPath path,
             std::vector<IndexTest> tests, SelectPlan& plan) {
  if (tests.empty()) {
    std::visit([&plan](auto& partitions) { plan.partitions = std::move(partitions); }, path.partitions);
  } else {
    plan.partitions = IndexRead{std::move(tests), std::move(path.partitions)};
  }
  plan.clustering = std::move(path.clustering);
  plan.distinct = statement.distinct;
  plan.allow_filtering = statement.allow_filtering;
  // If clustering or regular columns are restricted, a partition without rows does not match.
  plan.static_row_alone = plan.table->has_static() && restrictions.clustering.empty() &&
                          !restrictions.restricts_regular(*plan.table);
  plan_wanted_columns(plan);
}

struct OrderedRead {
  const std::vector<ResolvedOrdering>& orderings;
  const IndexChoice& indexes;
  const ReadPath& path;
};

void plan_row_order(const SelectStatement& statement, const OrderedRead& read,
                    const Restrictions& restrictions, SelectPlan& plan) {
  if (std::holds_alternative<NearestOrder>(plan.order)) return require_nearest_rows(statement, plan);
  require_no_order_by_index(read.indexes, statement.order_by_span);
  Order order = plan_order(read.orderings, restrictions, read.path, statement, *plan.table);
  plan.reversed = order.reversed;
  plan.order = std::move(order.rows);
}

/// Returns true if restrictions that neither keys nor indexes serve are filtered.
bool filters_freely(const SelectStatement& statement, const Table& table, const PlanContext& context) {
  return statement.allow_filtering || context.filters_freely || is_virtual_keyspace(table.keyspace);
}

/// Plans ANN OF, and decides what indexes serve.
IndexChoice plan_indexes(const SelectStatement& statement, const Restrictions& restrictions,
                         const ServedRestrictions& served, SelectPlan& plan, Scope& scope) {
  const Table& table = *plan.table;
  const Ordering* nearest = nearest_ordering(statement);
  if (nearest != nullptr) plan.order = plan_nearest(*nearest, restrictions, served, scope);
  const VectorSearch search = nearest != nullptr ? VectorSearch::yes : VectorSearch::no;
  IndexChoice indexes = choose_indexes(restrictions, served, search, table);
  require_no_indexed_vector(restrictions, table);
  if (!filters_freely(statement, table, scope.context)) {
    require_no_filtering(restrictions, served, indexes, table);
  } else if (!statement.allow_filtering && !scope.context.filters_freely) {
    require_no_gap(restrictions, served, table);
  }
  require_one_partition_by_index(restrictions, indexes);
  return indexes;
}

}  // namespace

SelectPlan plan_select(const SelectStatement& statement, const PlanContext& context,
                       const std::vector<SlotSource>& sources, std::vector<Slot>& slots,
                       std::vector<Diagnostic>& notices) {
  SelectPlan plan;
  plan.table = resolve_table(statement.table, context);
  if (is_system_keyspace(plan.table->keyspace))
    plan.rows = SystemTableRows{std::make_shared<const Schema>(context.schema)};
  const Table& table = *plan.table;
  require_built(table, statement.table.span, context);
  Scope scope(context, sources, slots, &table);
  const Columns requested = selected_columns(statement, table);
  const std::vector<ResolvedOrdering> orderings = resolve_orderings(statement, table);

  const Restrictions restrictions = gather_restrictions(statement.where, StatementKind::select, scope);
  const ServedRestrictions served = serve(restrictions, table);
  ReadPath path = choose_read_path(restrictions, served, table);
  require_rows_for_clustering(statement, requested, restrictions, table);
  const IndexChoice indexes = plan_indexes(statement, restrictions, served, plan, scope);
  plan.filters = plan_filters(served, table);
  plan_selection(statement, plan, scope);
  if (statement.distinct) {
    Columns read = with_sorted(requested, orderings, path);
    for (const OutputColumn& column : plan.columns) collect_columns(column.value, read);
    require_distinct_partitions(statement, read, restrictions, path, table);
  }
  plan_grouping(statement, restrictions, plan, scope);
  plan_row_order(statement, {orderings, indexes, path}, restrictions, plan);
  if (!filters_freely(statement, table, context)) {
    require_indexes_for_all(indexes, table);
    require_partition_for_clustering(restrictions, path, indexes, table);
  }
  plan_limits(statement, plan, scope);
  apply_policy(statement, plan, restrictions, {path, indexes}, context.policy, notices);
  require_built(indexes, table, statement.table.span);
  fill_in(statement, restrictions, std::move(path), plan_index_tests(indexes, table), plan);
  if (context.policy == Policy::cassandra) {
    warn_of_aggregation(statement, plan, restrictions, notices);
  } else if (!is_system_keyspace(table.keyspace)) {
    note_read(statement, plan, notices);
  }
  return plan;
}

}  // namespace cellar
