// Lints of queries by themselves, and of what all queries together leave unread.

#include <algorithm>
#include <set>

#include "planner/lint/lint.h"
#include "planner/select/selection.h"

namespace cellar {

namespace {

constexpr std::size_t kMostPartitions = 10;

Diagnostic query_lint(std::string_view id, Span span, const Table& table, Parameters parameters = {}) {
  parameters.push_back({"table", quote_name(table.name)});
  return {id, span, std::move(parameters), std::nullopt, subject_of(table)};
}

/// Returns true if no query before this one reads the table: a table is reported once.
bool is_first_of_table(std::span<const PlannedSelect> queries, std::size_t index) {
  return std::none_of(queries.begin(), queries.begin() + static_cast<std::ptrdiff_t>(index),
                      [&](const PlannedSelect& before) {
                        return is_same_table(*before.plan.table, *queries[index].plan.table);
                      });
}

/// L516
std::optional<Diagnostic> lint_star(const PlannedSelect& query) {
  const Table& table = *query.plan.table;
  if (!query.statement.star || table.columns.size() <= table.key_size() + 1) return std::nullopt;
  return query_lint("lint_all_columns", query.statement.table.span, table,
                    {{"count", std::to_string(table.columns.size())}});
}

/// L521
std::optional<Diagnostic> lint_filtering(const PlannedSelect& query) {
  if (!query.statement.allow_filtering) return std::nullopt;
  return query_lint("lint_filtering", query.statement.allow_filtering_span, *query.plan.table);
}

/// L525
std::optional<Diagnostic> lint_many_partitions(const PlannedSelect& query) {
  const Table& table = *query.plan.table;
  for (const Relation& relation : query.statement.where) {
    const auto* target = std::get_if<ColumnTarget>(&relation.target);
    if (target == nullptr || relation.op != RelationOperator::in) continue;
    const std::optional<std::size_t> column = table.find(target->column.text);
    if (!column || *column >= table.partition_key_size || relation.values.size() <= kMostPartitions) continue;
    return query_lint("lint_many_partitions", relation.span, table,
                      {{"column", quote_name(table.columns[*column].name)},
                       {"count", std::to_string(relation.values.size())}});
  }
  return std::nullopt;
}

/// The rows of a queue: one is taken from the beginning of a partition, and deleted.
bool takes_first_row(const PlannedSelect& query) {
  const SelectPlan& plan = query.plan;
  return query.statement.limit.has_value() && plan.table->clustering_size > 0 &&
         !plan.clustering.restricts() && std::holds_alternative<NamedPartitions>(plan.partitions);
}

bool deletes_row(const PlannedDelete& each, const Table& table) {
  return is_same_table(each.table, table) && each.statement.targets.empty() &&
         each.statement.where.size() >= table.key_size();
}

/// L523
std::optional<Diagnostic> lint_queue(const PlannedSelect& query, std::span<const PlannedDelete> deletes) {
  const Table& table = *query.plan.table;
  const bool deletes_rows =
      std::ranges::any_of(deletes, [&](const PlannedDelete& each) { return deletes_row(each, table); });
  if (!takes_first_row(query) || !deletes_rows) return std::nullopt;
  return query_lint("lint_queue", query.statement.limit->span, table);
}

/// The columns that a query names anywhere.
void add_named_columns(const PlannedSelect& query, std::set<std::size_t>& named) {
  for (const auto& column : query.plan.columns) collect_columns(column.value, named);
  for (const Relation& relation : query.statement.where) {
    if (const auto* target = std::get_if<ColumnTarget>(&relation.target)) {
      if (const auto column = query.plan.table->find(target->column.text)) named.insert(*column);
    } else if (const auto* element = std::get_if<ElementTarget>(&relation.target)) {
      if (const auto column = query.plan.table->find(element->column.text)) named.insert(*column);
    }
  }
}

/// L524
std::optional<Diagnostic> lint_unused_columns(std::span<const PlannedSelect> queries, std::size_t index) {
  const Table& table = *queries[index].plan.table;
  std::set<std::size_t> named;
  for (const PlannedSelect& query : queries) {
    if (!is_same_table(*query.plan.table, table)) continue;
    if (query.statement.star) return std::nullopt;
    add_named_columns(query, named);
  }
  std::string unused;
  for (std::size_t column = table.key_size(); column < table.columns.size(); ++column) {
    if (!named.contains(column))
      unused += (unused.empty() ? "" : ", ") + quote_name(table.columns[column].name);
  }
  if (unused.empty()) return std::nullopt;
  return query_lint("lint_unused_columns", queries[index].statement.table.span, table, {{"columns", unused}});
}

}  // namespace

std::vector<QueryLint> lint_queries(std::span<const PlannedSelect> queries,
                                    std::span<const PlannedDelete> deletes) {
  std::vector<QueryLint> found;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    const auto add = [&](std::optional<Diagnostic> lint) {
      if (lint) found.push_back({index, *std::move(lint)});
    };
    const PlannedSelect& query = queries[index];
    add(lint_star(query));
    add(lint_filtering(query));
    add(lint_many_partitions(query));
    add(lint_queue(query, deletes));
    if (is_first_of_table(queries, index)) add(lint_unused_columns(queries, index));
  }
  return found;
}

std::optional<Diagnostic> lint_unread(const TablePlaces& places, const Table& table,
                                      std::span<const PlannedSelect> queries) {
  const bool is_read = std::ranges::any_of(
      queries, [&](const PlannedSelect& query) { return is_same_table(*query.plan.table, table); });
  if (is_read) return std::nullopt;
  return query_lint("lint_unread", places.name, table);
}

}  // namespace cellar
