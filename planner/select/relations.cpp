#include "planner/select/relations.h"

#include <algorithm>

#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/expression/literals.h"
#include "planner/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

Parameters parameters_of(const Relation& relation, const Scope& scope) {
  return {{"relation", text_of(relation, scope.sources)}, {"operator", text_of(relation.op)}};
}

Parameters with_column(Parameters parameters, const Column& column) {
  parameters.push_back({"column", quote_name(column.name)});
  parameters.push_back({"type", to_cql(column.type)});
  return parameters;
}

/// Returns the range of the texts that begin as the pattern of LIKE does. A pattern that begins with no letter has an
/// example.
std::string range_of_pattern(const Relation& relation, const std::string& column, const Scope& scope) {
  const Literal* const pattern = literal_of(relation.values[0], scope);
  std::string first = pattern != nullptr ? pattern->text.substr(0, pattern->text.find('%')) : "";
  const char end = first.empty() ? ' ' : first.back();
  const bool has_next = (end >= 'a' && end < 'z') || (end >= 'A' && end < 'Z') || (end >= '0' && end < '9');
  if (!has_next) first = "ab";
  std::string behind = first;
  ++behind.back();
  return column + " >= " + quote_text(first) + " AND " + column + " < " + quote_text(behind);
}

//
void refuse_operators(const Relation& relation, StatementKind statement, const Scope& scope) {
  const RelationOperator op = relation.op;
  const bool contains = op == RelationOperator::contains || op == RelationOperator::contains_key;
  const bool is_limited = contains || op == RelationOperator::not_equal ||
                          op == RelationOperator::is_not_null || op == RelationOperator::like ||
                          op == RelationOperator::ann;
  if (!is_limited) return;
  Parameters parameters = parameters_of(relation, scope);
  parameters.push_back({"statement", name(statement)});
  if (contains && statement != StatementKind::select) refuse("contains_in_write", relation.span, parameters);
  if (op == RelationOperator::not_equal) refuse("not_equal_in_where", relation.span, parameters);
  if (op == RelationOperator::is_not_null) refuse("not_null_in_where", relation.span, parameters);
  if (op == RelationOperator::like) {
    const auto* target = std::get_if<ColumnTarget>(&relation.target);
    const std::string column = target != nullptr ? quote_name(target->column.text) : "it";
    parameters.push_back({"column", column});
    parameters.push_back({"range", range_of_pattern(relation, column, scope)});
    refuse("like_without_index", relation.span, parameters);
  }
  if (op == RelationOperator::ann) refuse("ann_in_where", relation.span, parameters);
}

//
void refuse_for_type(const Relation& relation, const Column& column, const Scope& scope) {
  const Type& type = column.type;
  const bool is_map = type.kind == TypeKind::map;
  const bool is_element = std::holds_alternative<ElementTarget>(relation.target);
  const RelationOperator op = relation.op;
  const bool contains = op == RelationOperator::contains || op == RelationOperator::contains_key;
  if (!contains && !is_element && !is_multicell(type)) return;
  const Parameters parameters = with_column(parameters_of(relation, scope), column);
  if (op == RelationOperator::contains_key && !is_map) {
    refuse("contains_key_without_map", relation.span, parameters);
  }
  if (op == RelationOperator::contains && !is_collection(type)) {
    refuse("contains_without_collection", relation.span, parameters);
  }
  // Cassandra does not find the collection type in the type of a descending column.
  if (op == RelationOperator::contains && column.descending) {
    refuse("contains_on_descending", relation.span, parameters);
  }
  if (is_element) {
    if (type.kind == TypeKind::list) refuse("list_element_in_where", relation.span, parameters);
    if (!is_map) refuse("element_without_map", relation.span, parameters);
    if (!is_multicell(type)) refuse("element_of_frozen_map", relation.span, parameters);
    if (op != RelationOperator::equal) refuse("element_without_equal", relation.span, parameters);
    return;
  }
  if (!is_multicell(type)) return;
  if (type.kind == TypeKind::user) refuse("user_type_in_where", relation.span, parameters);
  if (!contains)
    refuse(is_map ? "whole_map_in_where" : "whole_collection_in_where", relation.span, parameters);
}

//
void refuse_durations(const Relation& relation, const TypedRelation& typed, const Scope& scope) {
  if (!typed.is_slice()) return;
  for (const std::size_t index : typed.columns) {
    const Column& column = scope.table->columns[index];
    if (!contains_kind(column.type, TypeKind::duration)) continue;
    refuse("range_of_durations", relation.span, with_column(parameters_of(relation, scope), column));
  }
}

Receiver receiver_of(const Column& column, RelationOperator op) {
  const Receiver whole = {column.type, quote_name(column.name)};
  if (op == RelationOperator::contains) return element_receiver(whole);
  if (op == RelationOperator::contains_key) return key_receiver(whole);
  return whole;
}

Node plan_in_marker(const Relation& relation, const Type& element, const std::string& name, Scope& scope) {
  return plan_value(relation.values.front(), {list_of(freeze(element), true), "in(" + name + ")"}, scope);
}

void plan_column_values(const Relation& relation, const Receiver& receiver, TypedRelation& typed,
                        Scope& scope) {
  if (relation.in_marker) {
    typed.list = plan_in_marker(relation, receiver.type, receiver.name, scope);
    return;
  }
  for (const Expression& value : relation.values)
    typed.values.push_back({plan_value(value, receiver, scope)});
  if (typed.op == RelationOperator::in && typed.values.size() == 1) typed.op = RelationOperator::equal;
}

/// Returns the kind of the constant that a column is compared with; nothing for other values.
std::optional<LiteralKind> constant_of(const Relation& relation, const Scope& scope) {
  const Literal* const literal =
      relation.values.empty() ? nullptr : literal_of(relation.values.front(), scope);
  return literal == nullptr ? std::nullopt : std::optional(literal->kind);
}

TypedRelation plan_column(const Relation& relation, const Name& name, TypedRelation typed, Scope& scope) {
  typed.columns = {resolve_column(*scope.table, name, constant_of(relation, scope))};
  const Column& column = scope.table->columns[typed.columns[0]];
  refuse_for_type(relation, column, scope);
  refuse_durations(relation, typed, scope);
  plan_column_values(relation, receiver_of(column, relation.op), typed, scope);
  return typed;
}

TypedRelation plan_element(const Relation& relation, const ElementTarget& target, TypedRelation typed,
                           Scope& scope) {
  typed.target = TypedRelation::Target::element;
  typed.columns = {resolve_column(*scope.table, target.column)};
  const Column& column = scope.table->columns[typed.columns[0]];
  refuse_for_type(relation, column, scope);
  const Receiver map = {column.type, quote_name(column.name)};
  typed.key = plan_value(target.key, key_receiver(map), scope);
  plan_column_values(relation, element_receiver(map), typed, scope);
  return typed;
}

std::string listed(const std::vector<std::size_t>& columns, const Table& table,
                   std::string_view separator = ", ") {
  std::string text;
  for (const std::size_t column : columns) {
    if (!text.empty()) text += separator;
    text += quote_name(table.columns[column].name);
  }
  return text;
}

/// As Cassandra reports the place of a marker for a whole tuple to drivers, without blanks.
std::string place_of_tuple(const std::vector<std::size_t>& columns, const Table& table) {
  return listed(columns, table, ",");
}

//
std::vector<std::size_t> tuple_columns(const Relation& relation, const std::vector<Name>& names,
                                       const Scope& scope) {
  std::vector<std::size_t> columns;
  for (const Name& name : names) {
    const std::size_t index = resolve_column(*scope.table, name);
    const Column& column = scope.table->columns[index];
    const Parameters parameters = with_column(parameters_of(relation, scope), column);
    if (column.kind != ColumnKind::clustering) refuse("tuple_of_other_columns", name.span, parameters);
    if (std::find(columns.begin(), columns.end(), index) != columns.end()) {
      refuse("tuple_names_column_twice", name.span, parameters);
    }
    if (!columns.empty() && index != columns.back() + 1) refuse("tuple_out_of_order", name.span, parameters);
    columns.push_back(index);
  }
  return columns;
}

/// Returns the values of one tuple, or one node for a marker of several columns. R-034
std::vector<Node> plan_tuple(const Expression& value, const std::vector<std::size_t>& columns,
                             const Type& whole, Scope& scope) {
  const Table& table = *scope.table;
  if (is_marker(value, scope)) {
    Node marker = plan_value(value, {whole, "(" + place_of_tuple(columns, table) + ")"}, scope);
    if (columns.size() > 1) return {std::move(marker)};
    const Span span = marker.span;
    return {Node{whole.arguments.front(), FieldNode{{std::move(marker)}, 0}, span}};
  }
  const auto* tuple = std::get_if<TupleLiteral>(&value.node);
  const std::size_t provided = tuple == nullptr ? 1 : tuple->elements.size();
  if (provided != columns.size()) {
    refuse("tuple_of_other_length", value.span,
           {{"columns", listed(columns, table)},
            {"wanted", std::to_string(columns.size())},
            {"provided", std::to_string(provided)}});
  }
  std::vector<Node> nodes;
  for (std::size_t index = 0; index < provided; ++index) {
    const Column& column = table.columns[columns[index]];
    const Expression& part = tuple == nullptr ? value : tuple->elements[index];
    nodes.push_back(plan_value(part, {column.type, quote_name(column.name)}, scope));
  }
  return nodes;
}

TypedRelation plan_tuples(const Relation& relation, const TupleTarget& target, TypedRelation typed,
                          Scope& scope) {
  typed.target = TypedRelation::Target::tuple;
  typed.columns = tuple_columns(relation, target.columns, scope);
  refuse_durations(relation, typed, scope);
  std::vector<Type> types;
  for (const std::size_t column : typed.columns) types.push_back(freeze(scope.table->columns[column].type));
  const Type whole = tuple_of(std::move(types));
  if (relation.in_marker) {
    typed.list = plan_in_marker(relation, whole, place_of_tuple(typed.columns, *scope.table), scope);
    return typed;
  }
  for (const Expression& value : relation.values) {
    typed.values.push_back(plan_tuple(value, typed.columns, whole, scope));
  }
  if (typed.op == RelationOperator::in && typed.values.size() == 1) typed.op = RelationOperator::equal;
  return typed;
}

//
TypedRelation plan_token(const Relation& relation, const TokenTarget& target, TypedRelation typed,
                         Scope& scope) {
  typed.target = TypedRelation::Target::token;
  const Table& table = *scope.table;
  for (const Name& name : target.columns) typed.columns.push_back(resolve_column(table, name));
  std::vector<std::size_t> key;
  for (std::size_t index = 0; index < table.partition_key_size; ++index) key.push_back(index);
  Parameters parameters = parameters_of(relation, scope);
  parameters.push_back({"columns", listed(key, table)});
  if (typed.columns != key) refuse("token_of_other_columns", relation.target_span, parameters);
  if (relation.op == RelationOperator::in || typed.is_contains()) {
    refuse("token_with_operator", relation.span, parameters);
  }
  const Receiver receiver = {native_type(TypeKind::bigint), "partition key token"};
  typed.values.push_back({plan_value(relation.values.front(), receiver, scope)});
  if (std::holds_alternative<NullNode>(typed.values[0][0].node))
    refuse("null_token", relation.span, parameters);
  return typed;
}

// refuses nulls that are known before the statement runs.
void refuse_nulls(const TypedRelation& typed, StatementKind statement, const Scope& scope) {
  const Column& column = scope.table->columns[typed.columns.front()];
  const bool key = column.is_key();
  const bool in_filter = !key && typed.op == RelationOperator::in;
  // Null sorts before every row, so it may bound a slice of rows; the executor handles it.
  const bool reads_or_deletes = statement == StatementKind::select || statement == StatementKind::delete_;
  const bool bound_of_rows = reads_or_deletes && column.kind == ColumnKind::clustering &&
                             typed.target == TypedRelation::Target::column && typed.is_slice();
  if (bound_of_rows) return;
  if (typed.key && std::holds_alternative<NullNode>(typed.key->node)) {
    refuse("null_filter", typed.key->span, {{"column", quote_name(column.name)}});
  }
  for (const std::vector<Node>& value : typed.values) {
    for (std::size_t index = 0; index < value.size(); ++index) {
      if (in_filter || !std::holds_alternative<NullNode>(value[index].node)) continue;
      const Column& restricted = scope.table->columns[typed.columns[index]];
      refuse(key ? "null_key" : "null_filter", value[index].span, {{"column", quote_name(restricted.name)}});
    }
  }
}

/// No index has expressions of its own.
[[noreturn]] void refuse_custom_index(const Name& name, Span span, StatementKind statement,
                                      const Table& table) {
  if (statement != StatementKind::select)
    refuse("expression_in_write", span, {{"statement", cellar::name(statement)}});
  const auto index = std::ranges::find(table.indexes, name.text, &Index::name);
  if (index == table.indexes.end())
    refuse("expression_of_no_index", name.span,
           {{"index", quote_name(name.text)}, {"table", quote_name(table.name)}});
  refuse("expression_of_index", span,
         {{"index", quote_name(name.text)},
          {"column", quote_name(table.columns[*table.find(index->column)].name)}});
}

}  // namespace

Node first_value_of(const TypedRelation& relation, std::size_t place, const Table& table) {
  const std::vector<Node>& values = relation.values.front();
  const bool is_marker = values.size() != relation.columns.size();
  if (!is_marker) return values[place];
  const Column& column = table.columns[relation.columns[place]];
  return {freeze(column.type), FieldNode{values, place}, relation.span};
}

const char* name(StatementKind kind) {
  constexpr const char* kNames[] = {"SELECT", "INSERT", "UPDATE", "DELETE"};
  return kNames[static_cast<int>(kind)];
}

TypedRelation plan_relation(const Relation& relation, StatementKind statement, Scope& scope) {
  TypedRelation typed;
  typed.op = relation.op;
  typed.span = relation.span;
  typed.target_span = relation.target_span.empty() ? relation.span : relation.target_span;
  typed.text = text_of(relation, scope.sources);
  if (const auto* custom = std::get_if<CustomIndexTarget>(&relation.target))
    refuse_custom_index(custom->index.name, relation.span, statement, *scope.table);
  if (const auto* field = std::get_if<FieldTarget>(&relation.target)) {
    refuse("field_in_where", relation.span, {{"column", quote_name(field->column.text)}});
  }
  refuse_operators(relation, statement, scope);
  if (const auto* target = std::get_if<ColumnTarget>(&relation.target)) {
    typed = plan_column(relation, target->column, std::move(typed), scope);
  } else if (const auto* element = std::get_if<ElementTarget>(&relation.target)) {
    typed = plan_element(relation, *element, std::move(typed), scope);
  } else if (const auto* tuple = std::get_if<TupleTarget>(&relation.target)) {
    typed = plan_tuples(relation, *tuple, std::move(typed), scope);
  } else {
    return plan_token(relation, std::get<TokenTarget>(relation.target), std::move(typed), scope);
  }
  refuse_nulls(typed, statement, scope);
  return typed;
}

}  // namespace cellar
