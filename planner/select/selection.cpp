#include "planner/select/selection.h"

#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/select/result_name.h"

namespace cellar {

namespace {

template <typename Visit>
void visit_parts(const Expression& expression, const Visit& visit);

template <typename Visit>
void visit_parts(const std::vector<Expression>& expressions, const Visit& visit) {
  for (const Expression& expression : expressions) visit_parts(expression, visit);
}

/// The name before a colon is passed over: it may be that of a field, and only the type tells.
template <typename Visit>
void visit_parts(const MapLiteral& map, const Visit& visit) {
  for (std::size_t index = 0; index < map.elements.size(); ++index) {
    const bool is_name = std::holds_alternative<ColumnReference>(map.elements[index].node);
    if (index % 2 == 1 || !is_name) visit_parts(map.elements[index], visit);
  }
}

/// Calls `visit` for the expression and all that is in it. Brackets hold values, which cannot contain
/// columns.
template <typename Visit>
void visit_parts(const Expression& expression, const Visit& visit) {
  visit(expression);
  const auto& node = expression.node;
  if (const auto* list = std::get_if<ListLiteral>(&node)) visit_parts(list->elements, visit);
  if (const auto* set = std::get_if<SetLiteral>(&node)) visit_parts(set->elements, visit);
  if (const auto* map = std::get_if<MapLiteral>(&node)) visit_parts(*map, visit);
  if (const auto* user = std::get_if<UserTypeLiteral>(&node)) visit_parts(user->values, visit);
  if (const auto* tuple = std::get_if<TupleLiteral>(&node)) visit_parts(tuple->elements, visit);
  if (const auto* call = std::get_if<FunctionCall>(&node)) visit_parts(call->arguments, visit);
  if (const auto* sum = std::get_if<Arithmetic>(&node)) visit_parts(sum->operands, visit);
  if (const auto* negation = std::get_if<Negation>(&node)) visit_parts(negation->operand, visit);
  if (const auto* cast = std::get_if<Cast>(&node)) visit_parts(cast->operand, visit);
  if (const auto* hint = std::get_if<TypeHint>(&node)) visit_parts(hint->operand, visit);
  if (const auto* access = std::get_if<ElementAccess>(&node)) visit_parts(access->operands[0], visit);
  if (const auto* slice = std::get_if<SliceAccess>(&node)) visit_parts(slice->operand, visit);
  if (const auto* field = std::get_if<FieldAccess>(&node)) visit_parts(field->operand, visit);
  if (const auto* cells = std::get_if<CellFunctionCall>(&node)) visit_parts(cells->operand, visit);
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
  for (const Selector& selector : statement.selectors) {
    visit_parts(selector.expression, [&](const Expression& part) {
      if (const auto* column = std::get_if<ColumnReference>(&part.node))
        columns.insert(resolve_column(table, column->name));
    });
  }
  return columns;
}

bool selects_map_literal(const SelectStatement& statement) {
  bool found = false;
  for (const Selector& selector : statement.selectors) {
    visit_parts(selector.expression, [&found](const Expression& part) {
      found = found || std::holds_alternative<MapLiteral>(part.node);
    });
  }
  return found;
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
