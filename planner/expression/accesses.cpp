#include "planner/expression/accesses.h"

#include <utility>

#include "planner/expression/expression_kinds.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/expression/literals.h"
#include "planner/names.h"

namespace cellar {

namespace {

/// The expression between the brackets: the key of a map, the element of a set.
Receiver selector_receiver(const Receiver& collection) {
  return collection.type.kind == TypeKind::map ? key_receiver(collection) : element_receiver(collection);
}

void require_set_or_map(const Receiver& operand, Span span) {
  if (operand.type.kind == TypeKind::set || operand.type.kind == TypeKind::map) return;
  const Parameters parameters = {{"operand", operand.name}, {"type", to_cql(operand.type)}};
  refuse(operand.type.kind == TypeKind::list ? "element_of_list" : "element_of_scalar", span, parameters);
}

/// The part of an operand is a value, whatever the list around it is.
Node plan_selector(const Expression& expression, const Receiver& receiver, Scope& scope) {
  const bool in_selection = std::exchange(scope.in_selection, false);
  Node node = plan_value(expression, receiver, scope);
  scope.in_selection = in_selection;
  if (is_null(expression)) refuse("null_element_key", expression.span);
  return node;
}

std::vector<Node> plan_selectors(const std::vector<Expression>& expressions, const Receiver& receiver,
                                 Scope& scope) {
  std::vector<Node> nodes;
  for (const Expression& expression : expressions)
    nodes.push_back(plan_selector(expression, receiver, scope));
  return nodes;
}

Receiver spoken(const Node& node, const Expression& expression, const Scope& scope) {
  return {node.type, text_of(expression, scope.sources)};
}

struct FieldOf {
  std::size_t field;
  Type type;
};
FieldOf require_field(const Receiver& operand, const Name& field, Span span) {
  if (operand.type.kind != TypeKind::user) {
    refuse("field_of_other_type", span, {{"operand", operand.name}, {"type", to_cql(operand.type)}});
  }
  const std::size_t index = resolve_field(operand.type, field);
  return {index, operand.type.arguments[index]};
}

/// In `(x).f` the parentheses make no tuple of one.
const Expression& without_parentheses(const Expression& expression) {
  const auto* tuple = std::get_if<TupleLiteral>(&expression.node);
  return tuple != nullptr && tuple->elements.size() == 1 ? tuple->elements[0] : expression;
}

const char* function_name(CellFunction function) {
  constexpr const char* kNames[] = {"writetime", "maxwritetime", "ttl"};
  return kNames[static_cast<int>(function)];
}

template <typename Part>
concept WithoutCells =
    WrittenValue<Part> || WrittenCall<Part> || OneOf<Part, Cast, TypeHint, CellFunctionCall>;

/// Fills in the column and the part of it that a call speaks of; answers the type of that part.
struct CellsPlanner {
  const Expression& operand;
  CellFunctionNode& cells;
  const Span span;  // of the call
  Scope& scope;

  Type operator()(const ColumnReference& column) const {
    cells.column = resolve_column(*scope.table, column.name);
    const Column& found = scope.table->columns[cells.column];
    if (found.is_key()) {
      refuse("cells_of_key", span,
             {{"function", function_name(cells.function)}, {"column", quote_name(found.name)}});
    }
    return found.type;
  }
  Type operator()(const ElementAccess& access) const {
    const Receiver inner = plan_inner(access.operands[0]);
    require_set_or_map(inner, operand.span);
    if (is_multicell(inner.type)) {
      cells.key = {plan_selector(access.operands[1], selector_receiver(inner), scope)};
    }
    return inner.type.arguments.back();
  }
  Type operator()(const SliceAccess& slice) const {
    const Receiver inner = plan_inner(slice.operand[0]);
    require_set_or_map(inner, operand.span);
    if (!is_multicell(inner.type)) return inner.type;
    cells.is_slice = true;
    cells.from = plan_selectors(slice.from, selector_receiver(inner), scope);
    cells.to = plan_selectors(slice.to, selector_receiver(inner), scope);
    return inner.type;
  }
  Type operator()(const FieldAccess& access) const {
    const Receiver inner = plan_inner(access.operand[0]);
    const FieldOf field = require_field(inner, access.field, operand.span);
    // The parts of a frozen value share its one cell.
    if (!cells.field && is_multicell(inner.type)) cells.field = field.field;
    return field.type;
  }
  template <WithoutCells Part>
  Type operator()(const Part&) const {
    refuse("cells_of_expression", span, {{"function", function_name(cells.function)}});
  }

 private:
  Receiver plan_inner(const Expression& inner) const {
    return {std::visit(CellsPlanner{inner, cells, span, scope}, inner.node), text_of(inner, scope.sources)};
  }
};

}  // namespace

Node plan_element(const ElementAccess& access, Span span, Scope& scope) {
  Node operand = plan_selected(access.operands[0], std::nullopt, scope);
  const Receiver inner = spoken(operand, access.operands[0], scope);
  require_set_or_map(inner, span);
  Node key = plan_selector(access.operands[1], selector_receiver(inner), scope);
  const Type type = inner.type.arguments.back();
  return {type, ElementNode{{std::move(operand), std::move(key)}}, span};
}

Node plan_slice(const SliceAccess& access, Span span, Scope& scope) {
  Node operand = plan_selected(access.operand[0], std::nullopt, scope);
  const Receiver inner = spoken(operand, access.operand[0], scope);
  require_set_or_map(inner, span);
  SliceNode slice;
  slice.operand.push_back(std::move(operand));
  slice.from = plan_selectors(access.from, selector_receiver(inner), scope);
  slice.to = plan_selectors(access.to, selector_receiver(inner), scope);
  return {inner.type, std::move(slice), span};
}

Node plan_field(const FieldAccess& access, Span span, Scope& scope) {
  const Expression& structure = without_parentheses(access.operand[0]);
  Node operand = plan_selected(structure, std::nullopt, scope);
  const FieldOf field = require_field(spoken(operand, structure, scope), access.field, span);
  return {field.type, FieldNode{{std::move(operand)}, field.field}, span};
}

Node plan_cell_function(const CellFunctionCall& call, Span span, Scope& scope) {
  CellFunctionNode cells;
  cells.function = call.function;
  const Expression& operand = call.operand[0];
  const Type part = std::visit(CellsPlanner{operand, cells, span, scope}, operand.node);
  if (!std::holds_alternative<ColumnReference>(operand.node)) {
    cells.part = {plan_selected(operand, std::nullopt, scope)};
  }
  const Type time = native_type(call.function == CellFunction::ttl ? TypeKind::int_ : TypeKind::bigint);
  const bool many = is_multicell(part) && call.function != CellFunction::maxwritetime;
  return {many ? list_of(time, true) : time, std::move(cells), span};
}

}  // namespace cellar
