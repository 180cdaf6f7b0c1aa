#include "planner/advise/query_terms.h"

#include <algorithm>
#include <array>

#include "planner/expression/expression_text.h"
#include "planner/names.h"
#include "planner/plan/node.h"
#include "planner/select/key_description.h"
#include "planner/select/ordering.h"

namespace cellar {

namespace {

using Holds = ElementColumn::Holds;

bool is_aggregate(const Selector& selector) {
  constexpr auto kAggregates = std::to_array<std::string_view>({"count", "sum", "avg", "min", "max"});
  const auto* call = std::get_if<FunctionCall>(&selector.expression.node);
  return call != nullptr && std::ranges::find(kAggregates, call->function.name.text) != kAggregates.end();
}

/// A tuple that is one marker cannot be taken apart, so its columns stay together as clustering columns.
bool is_whole_marker(const TypedRelation& relation) {
  if (relation.target != TypedRelation::Target::tuple) return false;
  return relation.list || std::ranges::any_of(relation.values, [&](const std::vector<Node>& value) {
           return value.size() != relation.columns.size();
         });
}

void add_element(const TypedRelation& relation, const Table& source, QueryTerms& terms) {
  const bool another =
      std::ranges::any_of(terms.equal, [](const KeyColumn& column) { return column.holds.has_value(); });
  const std::size_t column = relation.columns.front();
  if (another) refuse("advise_several_elements", relation.span, {{"column", names_of(source, {column})}});
  const bool entry = relation.target == TypedRelation::Target::element;
  if (entry || relation.op == RelationOperator::contains_key)
    append(terms.equal, {column, "MR2", false, Holds::key});
  if (entry || relation.op == RelationOperator::contains)
    append(terms.equal, {column, "MR2", false, Holds::value});
}

void add_range(const TypedRelation& relation, const Table& source, QueryTerms& terms) {
  if (!terms.range.empty() && terms.range.front().column != relation.columns.front()) {
    refuse("advise_two_ranges", relation.span,
           {{"first", names_of(source, {terms.range.front().column})},
            {"second", names_of(source, {relation.columns.front()})}});
  }
  for (const std::size_t column : relation.columns) append(terms.range, {column, "MR3"});
}

void add_relation(const TypedRelation& relation, const Table& source, QueryTerms& terms) {
  if (relation.is_contains()) return add_element(relation, source, terms);
  if (relation.is_slice()) return add_range(relation, source, terms);
  const bool by_equality = relation.op == RelationOperator::equal && !is_whole_marker(relation);
  for (const std::size_t column : relation.columns)
    append(by_equality ? terms.equal : terms.in, {column, "MR2"});
}

/// The columns of GROUP BY: the column itself, or the one that a function groups.
void collect_names(const Expression& expression, std::vector<Name>& names) {
  if (const auto* column = std::get_if<ColumnReference>(&expression.node)) names.push_back(column->name);
  if (const auto* call = std::get_if<FunctionCall>(&expression.node)) {
    for (const Expression& argument : call->arguments) collect_names(argument, names);
  }
}

/// Limits of partitions mean the same on another table only if each of its partitions lies in one of the source.
void require_same_partitions(const SelectStatement& statement, const QueryTerms& terms, const Table& source) {
  const Span span =
      statement.per_partition_limit ? statement.per_partition_limit->span : statement.distinct_span;
  const std::string clause = statement.distinct ? "DISTINCT" : "PER PARTITION LIMIT";
  bool all = !statement.distinct;
  for (std::size_t column = 0; column < source.partition_key_size; ++column)
    all = all && has_column(terms.equal, column);
  if (!all) refuse("advise_other_partitions", span, {{"clause", clause}, {"table", quote_name(source.name)}});
}

}  // namespace

bool has_column(const KeyColumns& columns, std::size_t column) {
  return std::ranges::any_of(
      columns, [column](const KeyColumn& each) { return each.column == column && !each.holds; });
}

void append(KeyColumns& columns, const KeyColumn& column) {
  if (std::ranges::none_of(columns, [&](const KeyColumn& each) { return each.is_same(column); }))
    columns.push_back(column);
}

std::string element_name(const Table& source, const Column& collection, Holds holds) {
  std::string name = collection.name + (holds == Holds::key ? "_key" : "_value");
  while (source.find(name)) name += "_";
  return name;
}

std::optional<Diagnostic> find_unservable(const SelectStatement& statement,
                                          const std::vector<SlotSource>& sources) {
  const auto unservable = [](Span span, std::string relation) {
    return Diagnostic{"advise_not_servable", span, {{"relation", std::move(relation)}}, std::nullopt};
  };
  for (const Relation& relation : statement.where) {
    const RelationOperator op = relation.op;
    const bool other_target = std::holds_alternative<TokenTarget>(relation.target) ||
                              std::holds_alternative<CustomIndexTarget>(relation.target);
    const bool other_operator = op == RelationOperator::not_equal || op == RelationOperator::like ||
                                op == RelationOperator::is_not_null || op == RelationOperator::ann;
    if (other_target || other_operator) return unservable(relation.span, text_of(relation, sources));
  }
  for (const Ordering& ordering : statement.order_by) {
    if (ordering.ann_of) return unservable(ordering.span, "ANN OF");
  }
  return std::nullopt;
}

QueryTerms gather_terms(const SelectStatement& statement, const Restrictions& restrictions, Scope& scope) {
  const Table& source = *scope.table;
  QueryTerms terms;
  for (const TypedRelation& relation : restrictions.relations) add_relation(relation, source, terms);
  std::vector<Name> grouped;
  for (const Expression& expression : statement.group_by) collect_names(expression, grouped);
  for (const Name& name : grouped) {
    const std::size_t column = resolve_column(source, name);
    if (!has_column(terms.equal, column))
      append(terms.grouping, {column, "MR4", source.columns[column].descending});
  }
  for (const ResolvedOrdering& ordering : resolve_orderings(statement, source)) {
    if (!has_column(terms.equal, ordering.column))
      append(terms.order, {ordering.column, "MR4", ordering.descending});
  }
  terms.aggregates = std::ranges::any_of(statement.selectors, is_aggregate) || !statement.group_by.empty();
  terms.has_limit = statement.limit.has_value();
  if (statement.per_partition_limit || statement.distinct) require_same_partitions(statement, terms, source);
  return terms;
}

}  // namespace cellar
