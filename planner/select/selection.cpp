#include "planner/select/selection.h"

#include <utility>

#include "functions/functions.h"
#include "planner/expression/expressions.h"
#include "planner/names.h"
#include "planner/select/result_name.h"

namespace cellar {

namespace {

/// Calls `visit` for an expression and all of its parts, except keys and bounds between square brackets,
/// which cannot contain columns.
template <typename Visit>
struct PartVisitor {
  const Visit& visit;

  void operator()(const Expression& expression) const {
    visit(expression);
    std::visit(*this, expression.node);
  }
  void operator()(const std::vector<Expression>& expressions) const {
    for (const Expression& expression : expressions) (*this)(expression);
  }

  void operator()(const NullLiteral&) const {}
  void operator()(const Literal&) const {}
  void operator()(const SlotReference&) const {}
  void operator()(const ColumnReference&) const {}
  void operator()(const ListLiteral& list) const { (*this)(list.elements); }
  void operator()(const SetLiteral& set) const { (*this)(set.elements); }
  /// Skips a name before a colon: it may be the name of a field, which only the type tells.
  void operator()(const MapLiteral& map) const {
    for (std::size_t index = 0; index < map.elements.size(); ++index) {
      const bool is_name = std::holds_alternative<ColumnReference>(map.elements[index].node);
      if (index % 2 == 1 || !is_name) (*this)(map.elements[index]);
    }
  }
  void operator()(const UserTypeLiteral& user) const { (*this)(user.values); }
  void operator()(const TupleLiteral& tuple) const { (*this)(tuple.elements); }
  void operator()(const FunctionCall& call) const { (*this)(call.arguments); }
  void operator()(const Arithmetic& arithmetic) const { (*this)(arithmetic.operands); }
  void operator()(const Negation& negation) const { (*this)(negation.operand); }
  void operator()(const Cast& cast) const { (*this)(cast.operand); }
  void operator()(const TypeHint& hint) const { (*this)(hint.operand); }
  void operator()(const ElementAccess& access) const { (*this)(access.operands[0]); }
  void operator()(const SliceAccess& slice) const { (*this)(slice.operand); }
  void operator()(const FieldAccess& field) const { (*this)(field.operand); }
  void operator()(const CellFunctionCall& cells) const { (*this)(cells.operand); }
};

template <typename Visit>
void visit_parts(const Expression& expression, const Visit& visit) {
  PartVisitor<Visit>{visit}(expression);
}

/// Adds the columns that a node reads, by index. Keys and bounds between square brackets read none.
struct ColumnCollector {
  std::set<std::size_t>& columns;

  void operator()(const Node& node) const { std::visit(*this, node.node); }
  void operator()(const std::vector<Node>& nodes) const {
    for (const Node& node : nodes) (*this)(node);
  }

  void operator()(const NullNode&) const {}
  void operator()(const ConstantNode&) const {}
  void operator()(const SlotNode&) const {}
  void operator()(const ColumnNode& column) const { columns.insert(column.column); }
  void operator()(const CollectionNode& collection) const { (*this)(collection.elements); }
  void operator()(const CallNode& call) const { (*this)(call.arguments); }
  void operator()(const ElementNode& element) const { (*this)(element.operands); }
  void operator()(const SliceNode& slice) const { (*this)(slice.operand); }
  void operator()(const FieldNode& field) const { (*this)(field.operand); }
  void operator()(const CellFunctionNode& cells) const { columns.insert(cells.column); }
  void operator()(const AggregateNode&) const {}  // its columns are in SelectPlan::aggregates
};

/// Makes one text of all columns: that of a user type whose fields they are.
OutputColumn json_of(std::vector<OutputColumn> columns) {
  Type row;
  row.kind = TypeKind::user;
  row.frozen = true;
  CollectionNode values;
  for (OutputColumn& column : columns) {
    row.field_names.push_back(std::move(column.name));
    row.arguments.push_back(freeze(column.value.type));
    values.elements.push_back(std::move(column.value));
  }
  const std::optional<Type> argument[] = {row};
  Signatures found = find_functions("to_json", argument, std::nullopt);
  CallNode call;
  call.function = std::move(std::get<std::vector<Function>>(found).front());
  call.arguments.push_back({std::move(row), std::move(values), {}});
  return {"[json]", {native_type(TypeKind::text), std::move(call), {}}};
}

void refuse_table_of_column(const FieldAccess& access, const Table& table) {
  if (const auto* column = std::get_if<ColumnReference>(&access.operand[0].node))
    refuse_table_before_column(table, column->name, access.field);
}

}  // namespace

std::set<std::size_t> selected_columns(const SelectStatement& statement, const Table& table) {
  std::set<std::size_t> columns;
  if (statement.star) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) columns.insert(column);
  }
  for (const Selector& selector : statement.selectors) {
    visit_parts(selector.expression, [&](const Expression& part) {
      if (const auto* access = std::get_if<FieldAccess>(&part.node)) refuse_table_of_column(*access, table);
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
  if (!statement.json) return;
  OutputColumn json = json_of(std::exchange(plan.columns, {}));
  plan.columns.push_back(std::move(json));
}

void collect_columns(const Node& node, std::set<std::size_t>& columns) { ColumnCollector{columns}(node); }

}  // namespace cellar
