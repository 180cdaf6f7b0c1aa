// Lints of tables by the queries that read them.

#include <algorithm>

#include "planner/lint/lint.h"
#include "planner/select/read_notices.h"

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

}  // namespace

std::vector<QueryLint> lint_workload(std::span<const PlannedSelect> queries) {
  std::vector<QueryLint> found;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    const Table& table = *queries[index].plan.table;
    const Column* const column = turned_column(table);
    if (column == nullptr || !wants_newest_first(queries[index])) continue;
    std::size_t number = 0;
    bool is_first = true, agree = true;
    for (std::size_t other = 0; other < queries.size(); ++other) {
      const Table& read = *queries[other].plan.table;
      if (read.keyspace != table.keyspace || read.name != table.name || !cares_for_order(queries[other]))
        continue;
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
                      std::nullopt}});
  }
  return found;
}

}  // namespace cellar
