// Lints of tables by the queries that read them.

#include <algorithm>
#include <set>

#include "planner/lint/lint.h"
#include "planner/lint/static_lint.h"
#include "planner/select/read_notices.h"
#include "planner/select/selection.h"

namespace cellar {

namespace {

bool wants_newest_first(const PlannedSelect& query) {
  return query.plan.reversed || reads_oldest_first(query.statement, query.plan);
}

/// Returns true if the order of the rows matters to the query.
bool cares_for_order(const PlannedSelect& query) {
  return query.statement.limit.has_value() || !query.statement.order_by.empty();
}

/// Returns the column whose order the queries of the table turn round; null if there is none.
const Column* turned_column(const Table& table) {
  if (table.clustering_size == 0) return nullptr;
  const Column& first = table.columns[table.partition_key_size];
  const TypeKind kind = first.type.kind;
  const bool is_time = kind == TypeKind::timestamp || kind == TypeKind::timeuuid || kind == TypeKind::date;
  return is_time && !first.descending ? &first : nullptr;
}

/// L506
std::vector<QueryLint> lint_orders(std::span<const PlannedSelect> queries) {
  std::vector<QueryLint> found;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    const Table& table = *queries[index].plan.table;
    const Column* const column = turned_column(table);
    if (column == nullptr || !wants_newest_first(queries[index])) continue;
    std::size_t number = 0;
    bool is_first = true, agree = true;
    for (std::size_t other = 0; other < queries.size(); ++other) {
      const Table& read = *queries[other].plan.table;
      if (!is_same_table(read, table) || !cares_for_order(queries[other])) continue;
      is_first = is_first && (other >= index || !wants_newest_first(queries[other]));
      agree = agree && wants_newest_first(queries[other]);
      ++number;
    }
    if (!is_first || !agree) continue;
    const SelectStatement& statement = queries[index].statement;
    found.push_back({index,
                     {"lint_order",
                      statement.order_by.empty() ? statement.limit->span : statement.order_by_span,
                      {{"count", std::to_string(number)},
                       {"column", quote_name(column->name)},
                       {"table", quote_name(table.name)}},
                      std::nullopt,
                      subject_of(table)}});
  }
  return found;
}

/// Returns the places in the select list that read the column; of `SELECT *` the name of the table.
std::vector<Span> places_of_column(const PlannedSelect& query, const Column& column) {
  const Table& table = *query.plan.table;
  if (query.statement.star) return {query.statement.table.span};
  std::vector<Span> places;
  for (std::size_t index = 0; index < query.statement.selectors.size(); ++index) {
    std::set<std::size_t> read;
    collect_columns(query.plan.columns[index].value, read);
    if (read.contains(*table.find(column.name)))
      places.push_back(query.statement.selectors[index].expression.span);
  }
  return places;
}

/// L511, for the columns that the query reads.
std::optional<Diagnostic> lint_static_of(const PlannedSelect& query, const Schema& schema) {
  const Table& table = *query.plan.table;
  const Keyspace* const home = schema.keyspaces.get(table.keyspace).get();
  std::optional<DeterminedColumns> determined = home ? determined_columns(table, *home) : std::nullopt;
  if (!determined) return std::nullopt;
  std::vector<Span> places;
  std::erase_if(determined->columns, [&](const Column* column) {
    const std::vector<Span> read = places_of_column(query, *column);
    if (!read.empty() && (places.empty() || places.back() != read.front())) places.push_back(read.front());
    return read.empty();
  });
  if (places.empty()) return std::nullopt;
  return lint_static(*determined, table, std::move(places));
}

std::vector<QueryLint> lint_static_columns(std::span<const PlannedSelect> queries, const Schema& schema) {
  std::vector<QueryLint> found;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    const bool is_reported = std::ranges::any_of(found, [&](const QueryLint& before) {
      return is_same_table(*queries[before.query].plan.table, *queries[index].plan.table);
    });
    if (is_reported) continue;
    if (std::optional<Diagnostic> lint = lint_static_of(queries[index], schema))
      found.push_back({index, *std::move(lint)});
  }
  return found;
}

}  // namespace

std::vector<QueryLint> lint_workload(std::span<const PlannedSelect> queries, const Schema& schema) {
  std::vector<QueryLint> found = lint_orders(queries);
  std::ranges::move(lint_static_columns(queries, schema), std::back_inserter(found));
  return found;
}

}  // namespace cellar
