#include "planner/select/selection.h"

#include "planner/expression/calls.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/names.h"

namespace cellar {

namespace {

void collect_references(const Expression& expression, const Table& table, std::set<std::size_t>& columns);

void collect_references(const std::vector<Expression>& expressions, const Table& table,
                        std::set<std::size_t>& columns) {
  for (const Expression& expression : expressions) collect_references(expression, table, columns);
}

/// Brackets hold values, which cannot contain columns.
void collect_references(const Expression& expression, const Table& table, std::set<std::size_t>& columns) {
  const auto& node = expression.node;
  if (const auto* column = std::get_if<ColumnReference>(&node))
    columns.insert(resolve_column(table, column->name));
  if (const auto* list = std::get_if<ListLiteral>(&node)) collect_references(list->elements, table, columns);
  if (const auto* set = std::get_if<SetLiteral>(&node)) collect_references(set->elements, table, columns);
  if (const auto* map = std::get_if<MapLiteral>(&node)) collect_references(map->elements, table, columns);
  if (const auto* user = std::get_if<UserTypeLiteral>(&node))
    collect_references(user->values, table, columns);
  if (const auto* tuple = std::get_if<TupleLiteral>(&node))
    collect_references(tuple->elements, table, columns);
  if (const auto* call = std::get_if<FunctionCall>(&node))
    collect_references(call->arguments, table, columns);
  if (const auto* sum = std::get_if<Arithmetic>(&node)) collect_references(sum->operands, table, columns);
  if (const auto* negation = std::get_if<Negation>(&node))
    collect_references(negation->operand, table, columns);
  if (const auto* cast = std::get_if<Cast>(&node)) collect_references(cast->operand, table, columns);
  if (const auto* hint = std::get_if<TypeHint>(&node)) collect_references(hint->operand, table, columns);
  if (const auto* access = std::get_if<ElementAccess>(&node)) {
    collect_references(access->operands[0], table, columns);
  }
  if (const auto* slice = std::get_if<SliceAccess>(&node)) collect_references(slice->operand, table, columns);
  if (const auto* field = std::get_if<FieldAccess>(&node)) collect_references(field->operand, table, columns);
  if (const auto* cells = std::get_if<CellFunctionCall>(&node))
    collect_references(cells->operand, table, columns);
}

void collect_columns(const std::vector<Node>& nodes, std::set<std::size_t>& columns) {
  for (const Node& node : nodes) collect_columns(node, columns);
}

}  // namespace

std::set<std::size_t> selected_columns(const SelectStatement& statement, const Table& table) {
  std::set<std::size_t> columns;
  if (statement.star) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) columns.insert(column);
  }
  for (const Selector& selector : statement.selectors)
    collect_references(selector.expression, table, columns);
  return columns;
}

void plan_selection(const SelectStatement& statement, SelectPlan& plan, Scope& scope) {
  if (statement.star) {
    for (std::size_t index = 0; index < plan.table->columns.size(); ++index) {
      const Column& column = plan.table->columns[index];
      plan.columns.push_back({column.name, {column.type, ColumnNode{index}, {}}});
    }
  }
  scope.in_selection = true;
  scope.aggregates = &plan.aggregates;
  for (const Selector& selector : statement.selectors) {
    Node node = plan_selected(selector.expression, std::nullopt, scope);
    plan.columns.push_back({result_name(selector, scope), std::move(node)});
  }
  scope.in_selection = false;
}

std::string result_name(const Selector& selector, Scope& scope) {
  if (selector.alias) return selector.alias->text;
  const TextOverride instead = [&](const Expression& expression) -> std::optional<std::string> {
    const std::optional<Call> call = call_of(expression, scope);
    if (call && call->counts_rows) return "count";
    const auto* cast = std::get_if<Cast>(&expression.node);
    if (cast == nullptr || !cast_vanishes(*cast, scope)) return std::nullopt;
    return result_name({cast->operand[0], std::nullopt, {}}, scope);
  };
  return text_of(selector.expression, scope.sources, instead);
}

void collect_columns(const Node& node, std::set<std::size_t>& columns) {
  if (const auto* column = std::get_if<ColumnNode>(&node.node)) columns.insert(column->column);
  if (const auto* cells = std::get_if<CellFunctionNode>(&node.node)) columns.insert(cells->column);
  if (const auto* collection = std::get_if<CollectionNode>(&node.node))
    collect_columns(collection->elements, columns);
  if (const auto* call = std::get_if<CallNode>(&node.node)) collect_columns(call->arguments, columns);
  if (const auto* element = std::get_if<ElementNode>(&node.node)) collect_columns(element->operands, columns);
  if (const auto* slice = std::get_if<SliceNode>(&node.node)) collect_columns(slice->operand, columns);
  if (const auto* field = std::get_if<FieldNode>(&node.node)) collect_columns(field->operand, columns);
}

}  // namespace cellar
