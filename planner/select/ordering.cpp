#include "planner/select/ordering.h"

#include <algorithm>

#include "planner/names.h"
#include "planner/plan/read_plan.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

Parameters parameters_of(const ResolvedOrdering& ordering, const Table& table) {
  return {{"table", quote_name(table.name)},
          {"key", key_of(table)},
          {"column", quote_name(table.columns[ordering.column].name)}};
}

std::string declared_order(const Table& table, bool turned) {
  std::string text;
  for (std::size_t index = 0; index < table.clustering_size; ++index) {
    const Column& column = table.columns[table.partition_key_size + index];
    text +=
        (index == 0 ? "" : ", ") + quote_name(column.name) + (column.descending != turned ? " DESC" : " ASC");
  }
  return text;
}

/// Refuses the name that the select list gives to a result. R-086
void require_no_alias(const Ordering& ordering, const SelectStatement& statement, const Table& table) {
  const std::string& name = ordering.column.text;
  const bool is_alias = std::ranges::any_of(statement.selectors, [&](const Selector& selector) {
    return selector.alias && selector.alias->text == name;
  });
  if (is_alias && std::ranges::find(table.columns, name, &Column::name) == table.columns.end())
    refuse("order_by_alias", ordering.column.span,
           {{"column", quote_name(name)}, {"table", quote_name(table.name)}});
}

/// The text without ORDER BY.
Fix without_order(const SelectStatement& statement) {
  const std::uint32_t before = std::max(statement.where_span.end, statement.group_by_span.end);
  return {{before, statement.order_by_span.end}, ""};
}

/// The text without one of the columns of ORDER BY, or without ORDER BY if it has no other.
Fix without_ordering(const std::vector<ResolvedOrdering>& orderings, std::size_t index,
                     const SelectStatement& statement) {
  if (orderings.size() == 1) return without_order(statement);
  if (index + 1 < orderings.size())
    return {{orderings[index].span.begin, orderings[index + 1].span.begin}, ""};
  return {{orderings[index - 1].span.end, orderings[index].span.end}, ""};
}

/// O1. The way out names the clustering columns that come before the one to sort by, too.
[[noreturn]] void refuse_without_partition(const ResolvedOrdering& first, const Restrictions& restrictions,
                                           Span order_by_span, const Table& table) {
  const Column& column = table.columns[first.column];
  Parameters parameters = key_parameters(table, restrictions);
  if (column.kind != ColumnKind::clustering) {
    parameters.push_back({"column", quote_name(column.name)});
    refuse("order_without_partition_or_column", order_by_span, parameters);
  }
  std::vector<std::size_t> missing = missing_partition_key(table, restrictions);
  for (std::size_t before = table.partition_key_size; before < first.column; ++before)
    if (!restrictions.fixes(before)) missing.push_back(before);
  refuse("order_without_partition", order_by_span, {{"missing", names_of(table, missing)}});
}

}  // namespace

std::vector<ResolvedOrdering> resolve_orderings(const SelectStatement& statement, const Table& table) {
  std::vector<ResolvedOrdering> orderings;
  for (const Ordering& ordering : statement.order_by) {
    require_no_alias(ordering, statement, table);
    const std::size_t column = resolve_column(table, ordering.column);
    const auto known =
        std::find_if(orderings.begin(), orderings.end(),
                     [column](const ResolvedOrdering& before) { return before.column == column; });
    if (known == orderings.end()) {
      orderings.push_back({column, ordering.descending, ordering.span});
    } else {
      known->descending = ordering.descending;
    }
  }
  return orderings;
}

Order plan_order(const std::vector<ResolvedOrdering>& orderings, const Restrictions& restrictions,
                 const ReadPath& path, const SelectStatement& statement, const Table& table) {
  Order order;
  if (orderings.empty()) return order;
  if (path.reads_ring())
    refuse_without_partition(orderings.front(), restrictions, statement.order_by_span, table);
  std::size_t next = table.partition_key_size;
  std::optional<bool> reversed;
  std::vector<SortKey> keys;
  // One row needs no order, and no table that has it.
  const auto refuse_order = [&](std::string_view id, const ResolvedOrdering& blamed, Parameters parameters) {
    if (restrictions.fixes_row(table))
      refuse("order_by_of_one_row", blamed.span, std::move(parameters), without_order(statement));
    refuse(id, blamed.span, std::move(parameters));
  };
  for (const ResolvedOrdering& ordering : orderings) {
    const Column& column = table.columns[ordering.column];
    Parameters parameters = parameters_of(ordering, table);
    if (column.kind == ColumnKind::partition_key && restrictions.fixes(ordering.column)) {
      const auto index = static_cast<std::size_t>(&ordering - orderings.data());
      refuse("order_by_fixed_column", ordering.span, parameters,
             without_ordering(orderings, index, statement));
    }
    if (column.kind != ColumnKind::clustering)
      refuse_order("order_by_other_column", ordering, parameters);  // O2
    while (next < ordering.column && restrictions.fixes(next)) ++next;
    if (next != ordering.column) {
      parameters.push_back({"expected", quote_name(table.columns[std::min(next, ordering.column)].name)});
      refuse("order_by_out_of_place", ordering.span, parameters);  // O2
    }
    ++next;
    const bool turned = ordering.descending != column.descending;
    if (reversed.value_or(turned) != turned) {
      parameters.push_back({"declared", declared_order(table, false)});
      parameters.push_back({"turned", declared_order(table, true)});
      refuse_order("order_by_mixed_directions", ordering, parameters);  // O3
    }
    reversed = turned;
    if (path.names_several_partitions()) keys.push_back({ordering.column, ordering.descending});
  }
  order.reversed = *reversed;
  if (!keys.empty()) order.rows = SortedBy{std::move(keys)};
  return order;
}

}  // namespace cellar
