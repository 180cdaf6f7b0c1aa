#include "planner/write/assignments.h"

#include <algorithm>

#include "functions/functions.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/expression/literals.h"
#include "planner/expression/type_fit.h"
#include "planner/names.h"

namespace cellar {

namespace {

using AssignmentKind = AssignmentKind;

Receiver whole(const Column& column) { return {column.type, quote_name(column.name)}; }

Parameters parameters_of(const Column& column) {
  return {{"column", quote_name(column.name)}, {"type", to_cql(column.type)}};
}

void require_multicell(const Column& column, Span span) {
  if (!column.type.frozen) return;
  refuse("change_of_frozen", span, parameters_of(column));
}

/// Cassandra fails on it, though it takes tuples for user types inside collections and in WHERE.
void refuse_tuple_for_user_type(const Expression& value, const Column& column, const Scope& scope) {
  if (column.type.kind != TypeKind::user || !std::holds_alternative<TupleLiteral>(value.node)) return;
  refuse("literal_of_wrong_shape", value.span,
         {{"literal", text_of(value, scope.sources)},
          {"column", quote_name(column.name)},
          {"type", to_cql(column.type)},
          {"form", "{field: value}"}});
}

Node plan_key(const Expression& key, const Column& column, const Receiver& receiver, Scope& scope) {
  Node node = plan_value(key, receiver, scope);
  if (std::holds_alternative<NullNode>(node.node))
    refuse("null_element_key", key.span, parameters_of(column));
  return node;
}

void plan_element(const Assignment& assignment, const Column& column, AssignmentPlan& plan, Scope& scope) {
  const Parameters parameters = parameters_of(column);
  if (!is_collection(column.type)) refuse("element_without_collection", assignment.span, parameters);
  require_multicell(column, assignment.span);
  if (column.type.kind == TypeKind::set) refuse("element_of_set", assignment.span, parameters);
  const bool map = column.type.kind == TypeKind::map;
  plan.key =
      plan_key(*assignment.key, column, map ? key_receiver(whole(column)) : index_receiver(column), scope);
  plan.value = plan_value(assignment.value, element_receiver(whole(column)), scope);
}

void plan_field(const Assignment& assignment, const Column& column, AssignmentPlan& plan, Scope& scope) {
  if (column.type.kind != TypeKind::user) {
    refuse("field_of_other_type", assignment.span,
           {{"operand", quote_name(column.name)}, {"type", to_cql(column.type)}});
  }
  require_multicell(column, assignment.span);
  plan.field = resolve_field(column.type, *assignment.field);
  plan.value = plan_value(assignment.value, field_receiver(whole(column), plan.field), scope);
}

/// Plans `v = v + 1` or `x = x + 'y'` of a statement that reads the row. Returns false for types without a sum.
bool plan_sum(const Assignment& assignment, const Column& column, AssignmentPlan& plan, Scope& scope) {
  const Type& type = column.type;
  const bool is_text = type.kind == TypeKind::text || type.kind == TypeKind::ascii;
  if (assignment.kind != AssignmentKind::add || !(is_text || is_numeric(type.kind))) return false;
  const std::optional<Type> operands[] = {type, type};
  const auto signatures = std::get<std::vector<Function>>(find_functions("_add", operands, type));
  const auto sum = std::ranges::find_if(signatures, [&](const Function& function) {
    return same_type(function.argument_types[0], type) && same_type(function.argument_types[1], type);
  });
  if (sum == signatures.end()) return false;
  Node added = plan_value(assignment.value, whole(column), scope);
  if (std::holds_alternative<NullNode>(added.node))
    refuse("null_is_added", assignment.value.span, parameters_of(column));
  plan.value = {type, CallNode{*sum, {{type, ColumnNode{plan.column}, {}}, std::move(added)}},
                assignment.span};
  return true;
}

void plan_change(const Assignment& assignment, const Column& column, RowAccess access, AssignmentPlan& plan,
                 Scope& scope) {
  const Type& type = column.type;
  Parameters parameters = parameters_of(column);
  if (assignment.kind == AssignmentKind::prepend) {
    if (type.kind != TypeKind::list) refuse("prepend_without_list", assignment.span, parameters);
  } else if (!is_collection(type) && type.kind != TypeKind::counter) {
    const bool reads = access != RowAccess::written;
    const bool takes = reads && assignment.kind == AssignmentKind::subtract;
    if (!is_numeric(type.kind)) refuse("change_of_scalar", assignment.span, parameters);
    refuse(takes ? "difference_of_column" : "arithmetic_on_column", assignment.span, parameters);
  }
  if (is_collection(type)) require_multicell(column, assignment.span);
  Receiver receiver = whole(column);
  // Subtracting from a map takes a set of keys.
  if (assignment.kind == AssignmentKind::subtract && type.kind == TypeKind::map) {
    receiver.type = set_of(type.arguments[0], true);
  }
  plan.value = plan_value(assignment.value, receiver, scope);
  if (type.kind == TypeKind::counter && std::holds_alternative<NullNode>(plan.value.node))
    refuse("null_is_added", assignment.value.span, parameters);
}

bool undoes(const Assignment& one, const Assignment& other) {
  if (one.column.text != other.column.text) return false;
  if (one.kind == AssignmentKind::set || other.kind == AssignmentKind::set) return true;
  return one.kind == AssignmentKind::field && other.kind == AssignmentKind::field &&
         one.field->text == other.field->text;
}

}  // namespace

AssignmentPlan plan_setting(std::size_t column, const Expression& value, Scope& scope) {
  AssignmentPlan plan;
  plan.column = column;
  plan.span = value.span;
  const Column& set = scope.table->columns[column];
  plan.value = plan_value(value, whole(set), scope);
  refuse_tuple_for_user_type(value, set, scope);
  return plan;
}

Receiver index_receiver(const Column& column) {
  return {native_type(TypeKind::int_), "idx(" + quote_name(column.name) + ")"};
}

AssignmentPlan plan_assignment(const Assignment& assignment, RowAccess access, Scope& scope) {
  AssignmentPlan plan;
  plan.kind = assignment.kind;
  if (assignment.field) refuse_table_before_column(*scope.table, assignment.column, *assignment.field);
  plan.column = resolve_column(*scope.table, assignment.column);
  plan.span = assignment.span;
  const Column& column = scope.table->columns[plan.column];
  if (column.is_key()) refuse("key_is_fixed", assignment.column.span, parameters_of(column));
  if (assignment.kind == AssignmentKind::element) {
    plan_element(assignment, column, plan, scope);
  } else if (assignment.kind == AssignmentKind::field) {
    plan_field(assignment, column, plan, scope);
  } else if (assignment.kind == AssignmentKind::set) {
    plan.value = plan_value(assignment.value, whole(column), scope);
    refuse_tuple_for_user_type(assignment.value, column, scope);
    if (column.type.kind == TypeKind::counter)
      refuse("counter_is_set", assignment.span, parameters_of(column));
  } else if (access == RowAccess::written || !plan_sum(assignment, column, plan, scope)) {
    plan_change(assignment, column, access, plan, scope);
  }
  return plan;
}

DeletionPlan plan_deletion(const DeletionTarget& target, Scope& scope) {
  DeletionPlan plan;
  if (target.field) refuse_table_before_column(*scope.table, target.column, *target.field);
  plan.column = resolve_column(*scope.table, target.column);
  plan.span = target.span;
  const Column& column = scope.table->columns[plan.column];
  if (column.is_key()) refuse("key_is_not_deleted", target.column.span, parameters_of(column));
  if (target.key) {
    if (!is_collection(column.type)) refuse("element_without_collection", target.span, parameters_of(column));
    require_multicell(column, target.span);
    const Receiver receiver = column.type.kind == TypeKind::list  ? index_receiver(column)
                              : column.type.kind == TypeKind::map ? key_receiver(whole(column))
                                                                  : element_receiver(whole(column));
    plan.key = plan_key(*target.key, column, receiver, scope);
  }
  if (target.field) {
    if (column.type.kind != TypeKind::user) {
      refuse("field_of_other_type", target.span,
             {{"operand", quote_name(column.name)}, {"type", to_cql(column.type)}});
    }
    require_multicell(column, target.span);
    plan.field = resolve_field(column.type, *target.field);
  }
  return plan;
}

void require_compatible(const std::vector<Assignment>& assignments) {
  for (std::size_t later = 1; later < assignments.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (!undoes(assignments[earlier], assignments[later])) continue;
      refuse("column_set_twice", assignments[later].span,
             {{"column", quote_name(assignments[later].column.text)}});
    }
  }
}

}  // namespace cellar
