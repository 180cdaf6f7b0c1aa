#include "planner/expression/expressions.h"

#include "planner/expression/accesses.h"
#include "planner/expression/calls.h"
#include "planner/expression/expression_kinds.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/literals.h"
#include "planner/expression/type_fit.h"
#include "planner/names.h"
#include "planner/plan/read_plan.h"

namespace cellar {

namespace {

/// Returns the call that gives the wanted type from a time of another; empty if there is none.
std::string converted_time(const std::string& value, TypeKind provided, TypeKind wanted) {
  const bool is_uuid = provided == TypeKind::timeuuid;
  const bool is_timestamp = provided == TypeKind::timestamp;
  const bool is_date = provided == TypeKind::date;
  if (wanted == TypeKind::timestamp && (is_uuid || is_date)) return "to_timestamp(" + value + ")";
  if (wanted == TypeKind::date && (is_uuid || is_timestamp)) return "to_date(" + value + ")";
  if (wanted == TypeKind::bigint && (is_uuid || is_timestamp || is_date))
    return "to_unix_timestamp(" + value + ")";
  const bool has_new_one = wanted == TypeKind::timeuuid && (is_timestamp || provided == TypeKind::uuid);
  return has_new_one ? "now()" : "";
}

[[noreturn]] void refuse_assignment(const Expression& expression, const Type& type, const Receiver& receiver,
                                    const Scope& scope) {
  const std::string value = told_text_of(expression, scope.sources);
  const std::string form = converted_time(value, type.kind, receiver.type.kind);
  refuse(form.empty() ? "value_of_wrong_type" : "time_of_wrong_type", expression.span,
         {{"value", value},
          {"provided", to_cql(type)},
          {"column", receiver.name},
          {"type", to_cql(receiver.type)},
          {"form", form}});
}

/// Refuses a value of a select list whose type nothing says.
[[noreturn]] void refuse_untyped(const Expression& value, const Scope& scope) {
  const std::string text = told_text_of(value, scope.sources);
  const Literal* const literal = literal_of(value, scope);
  const std::string type = literal == nullptr ? "int" : to_cql(natural_type(literal->kind, literal->text));
  refuse("type_unknown", value.span, {{"value", text}, {"form", "(" + type + ") " + text}});
}

void require_assignable(const Expression& expression, const Type& type, const Receiver& receiver,
                        const Scope& scope) {
  if (fit(type, receiver.type) == Fit::no) refuse_assignment(expression, type, receiver, scope);
}

/// A frozen collection is no value for a column that is not frozen, and the other way round.
void require_same_storage(const Expression& expression, const Type& type, const Receiver& receiver,
                          const Scope& scope) {
  if (type.kind == receiver.type.kind && is_multicell(type) != is_multicell(receiver.type))
    refuse_assignment(expression, type, receiver, scope);
}

/// The type of a set that a select list makes of its elements is checked here; a written type has been.
void require_no_durations(const Expression& expression, const Type& type) {
  if (type.kind != TypeKind::set || type.arguments[0].kind != TypeKind::duration) return;
  refuse("duration_as_key", expression.span, {{"outer", "set"}});
}

Node plan_call_value(const Call& call, const Receiver& receiver, Scope& scope) {
  Function function = require_function(call, receiver.type, scope);
  if (function.is_aggregate()) {
    refuse("aggregate_in_value", call.expression->span, {{"function", function.name}});
  }
  require_assignable(*call.expression, function.result_type, receiver, scope);
  require_same_storage(*call.expression, function.result_type, receiver, scope);
  CallNode node;
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    node.arguments.push_back(plan_value(*call.arguments[index], argument_receiver(function, index), scope));
  }
  Type type = function.result_type;
  node.function = std::move(function);
  return {std::move(type), std::move(node), call.expression->span};
}

Type hinted_type(const TypeHint& hint, const Scope& scope) {
  return resolve_type(hint.type, scope.table == nullptr ? "" : scope.table->keyspace, scope.context);
}

Node plan_hinted_value(const TypeHint& hint, const Expression& expression, const Receiver& receiver,
                       Scope& scope) {
  const Receiver hinted = {hinted_type(hint, scope), text_of(expression, scope.sources)};
  require_same_storage(expression, hinted.type, receiver, scope);
  require_assignable(expression, hinted.type, receiver, scope);
  // The operand is a value of the receiver's type: (int)1 is no blob, though an int would be one.
  const bool fits_hint = fit(hint.operand[0], hinted.type, scope) != Fit::no;
  return plan_value(hint.operand[0], fits_hint ? receiver : hinted, scope);
}

Node plan_aggregate(const Call& call, Function function, Scope& scope) {
  if (scope.inside_aggregate)
    refuse("aggregate_in_aggregate", call.expression->span, {{"function", function.name}});
  AggregateCall aggregate;
  scope.inside_aggregate = true;
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    aggregate.arguments.push_back(
        plan_selected(*call.arguments[index], argument_receiver(function, index), scope));
  }
  scope.inside_aggregate = false;
  Type type = function.result_type;
  aggregate.function = std::move(function);
  scope.aggregates->push_back(std::move(aggregate));
  return {std::move(type), AggregateNode{scope.aggregates->size() - 1}, call.expression->span};
}

Node plan_selected_call(const Call& call, Scope& scope) {
  Function function = require_function(call, std::nullopt, scope);
  if (function.is_aggregate()) return plan_aggregate(call, std::move(function), scope);
  CallNode node;
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    node.arguments.push_back(
        plan_selected(*call.arguments[index], argument_receiver(function, index), scope));
  }
  Type type = function.result_type;
  node.function = std::move(function);
  return {std::move(type), std::move(node), call.expression->span};
}

Node plan_selected_cast(const Cast& cast, const Expression& expression, Scope& scope) {
  const Expression& operand = cast.operand[0];
  const std::optional<Type> known = known_type(operand, scope);
  if (!known) refuse_untyped(operand, scope);
  if (cast_vanishes(cast, scope)) return plan_selected(operand, std::nullopt, scope);
  return plan_selected_call(*call_of(expression, scope), scope);
}

template <WrittenValue Part>
Node plan_selected_literal(const Expression& expression, const Part& literal,
                           const std::optional<Receiver>& expected, Scope& scope) {
  std::optional<Receiver> receiver = expected;
  if (!receiver) {
    if (std::optional<Type> type = known_type(expression, scope))
      receiver = Receiver{std::move(*type), text_of(expression, scope.sources)};
  }
  if (!receiver) refuse_untyped(expression, scope);
  require_no_durations(expression, receiver->type);
  const PlanPart plan_part = [&scope](const Expression& part, const Receiver& of_part) {
    Node node = plan_selected(part, of_part, scope);
    require_assignable(part, node.type, of_part, scope);
    return node;
  };
  return LiteralPlanner(expression, *receiver, scope, plan_part).plan(literal);
}

/// The value of a hint in a select list is frozen. An unfrozen column cannot be one, though its values would
/// fit.
Node plan_selected_hint(const TypeHint& hint, const Expression& expression, Scope& scope) {
  const Expression& operand = hint.operand[0];
  const Receiver receiver = {freeze(hinted_type(hint, scope)), text_of(expression, scope.sources)};
  Node node = plan_selected(operand, receiver, scope);
  if (is_multicell(node.type) || fit(operand, receiver.type, scope) == Fit::no)
    refuse_assignment(operand, node.type, receiver, scope);
  node.type = receiver.type;
  return node;
}

template <typename Part>
concept OfColumns = WrittenAccess<Part> || OneOf<Part, ColumnReference, CellFunctionCall>;

struct ValuePlanner {
  const Expression& expression;
  const Receiver& receiver;
  Scope& scope;

  template <WrittenValue Part>
  Node operator()(const Part& literal) const {
    const PlanPart plan_part = [this](const Expression& part, const Receiver& of_part) {
      return plan_value(part, of_part, scope);
    };
    return LiteralPlanner(expression, receiver, scope, plan_part).plan(literal);
  }
  Node operator()(const TypeHint& hint) const { return plan_hinted_value(hint, expression, receiver, scope); }
  template <WrittenCall Part>
  Node operator()(const Part&) const {
    return plan_call_value(*call_of(expression, scope), receiver, scope);
  }
  Node operator()(const Cast&) const { return plan_call_value(*call_of(expression, scope), receiver, scope); }
  template <OfColumns Part>
  Node operator()(const Part&) const {
    refuse("column_as_value", expression.span, {{"value", told_text_of(expression, scope.sources)}});
  }
};

struct SelectedPlanner {
  const Expression& expression;
  const std::optional<Receiver>& expected;
  Scope& scope;

  template <WrittenValue Part>
  Node operator()(const Part& literal) const {
    return plan_selected_literal(expression, literal, expected, scope);
  }
  Node operator()(const ColumnReference& column) const {
    const std::size_t index = resolve_column(*scope.table, column.name);
    return {scope.table->columns[index].type, ColumnNode{index}, expression.span};
  }
  Node operator()(const TypeHint& hint) const { return plan_selected_hint(hint, expression, scope); }
  Node operator()(const ElementAccess& access) const { return plan_element(access, expression.span, scope); }
  Node operator()(const SliceAccess& access) const { return plan_slice(access, expression.span, scope); }
  Node operator()(const FieldAccess& access) const { return plan_field(access, expression.span, scope); }
  Node operator()(const CellFunctionCall& cells) const {
    return plan_cell_function(cells, expression.span, scope);
  }
  Node operator()(const Cast& cast) const { return plan_selected_cast(cast, expression, scope); }
  template <WrittenCall Part>
  Node operator()(const Part&) const {
    return plan_selected_call(*call_of(expression, scope), scope);
  }
};

}  // namespace

bool cast_vanishes(const Cast& cast, Scope& scope) {
  const std::optional<TypeKind> target = native_kind(cast.type.name);
  const std::optional<Type> operand = known_type(cast.operand[0], scope);
  return target && operand && cast.type.arguments.empty() && same_type(*operand, native_type(*target));
}

Node plan_value(const Expression& expression, const Receiver& receiver, Scope& scope) {
  return std::visit(ValuePlanner{expression, receiver, scope}, expression.node);
}

Node plan_selected(const Expression& expression, const std::optional<Receiver>& expected, Scope& scope) {
  return std::visit(SelectedPlanner{expression, expected, scope}, expression.node);
}

}  // namespace cellar
