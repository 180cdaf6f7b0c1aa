#include "planner/write/conditions.h"

#include <cassert>

#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/expression/literals.h"
#include "planner/names.h"
#include "planner/write/assignments.h"

namespace cellar {

namespace {

using enum RelationOperator;

/// Plans one condition. `part_` is what is compared: the column, or a part of it.
class ConditionPlanner {
 public:
  ConditionPlanner(const Relation& relation, Scope& scope)
      : relation_(relation),
        scope_(scope),
        index_(resolve_column(*scope.table, condition_column(relation))),
        column_(scope.table->columns[index_]),
        part_{column_.type, quote_name(column_.name)} {}

  ConditionPlan plan() {
    ConditionPlan plan;
    plan.column = index_;
    plan.op = relation_.op;
    plan.span = relation_.span;
    refuse_key();
    if (const auto* element = std::get_if<ElementTarget>(&relation_.target)) plan_element(*element, plan);
    if (const auto* field = std::get_if<FieldTarget>(&relation_.target)) plan_field(*field, plan);
    refuse_operator();
    plan_values(plan);
    return plan;
  }

 private:
  Parameters parameters() const {
    return {{"column", part_.name},
            {"type", to_cql(part_.type)},
            {"relation", text_of(relation_, scope_.sources)},
            {"operator", text_of(relation_.op)}};
  }

  //
  void refuse_key() const {
    if (!column_.is_key()) return;
    refuse("key_in_condition", condition_column(relation_).span, parameters());
  }

  void plan_element(const ElementTarget& target, ConditionPlan& plan) {
    if (!is_collection(column_.type))
      refuse("element_without_collection", relation_.target_span, parameters());
    if (column_.type.kind == TypeKind::set) refuse("element_of_set", relation_.target_span, parameters());
    const bool is_map = column_.type.kind == TypeKind::map;
    plan.key = plan_value(target.key, is_map ? key_receiver(part_) : index_receiver(column_), scope_);
    if (std::holds_alternative<NullNode>(plan.key->node))
      refuse("null_element_key", target.key.span, parameters());
    part_ = element_receiver(part_);
  }

  void plan_field(const FieldTarget& target, ConditionPlan& plan) {
    if (column_.type.kind != TypeKind::user) {
      refuse("field_of_other_type", relation_.target_span,
             {{"operand", part_.name}, {"type", to_cql(column_.type)}});
    }
    plan.field = resolve_field(column_.type, target.field);
    part_ = field_receiver(part_, *plan.field);
  }

  //
  void refuse_operator() const {
    if (relation_.op == contains_key && part_.type.kind != TypeKind::map)
      refuse("contains_key_without_map", relation_.span, parameters());
    if (relation_.op == contains && !is_collection(part_.type))
      refuse("contains_without_collection", relation_.span, parameters());
    if (is_range(relation_.op) && contains_kind(part_.type, TypeKind::duration))
      refuse("range_of_durations", relation_.span, parameters());
  }

  Receiver receiver() const {
    if (relation_.op == contains) return element_receiver(part_);
    if (relation_.op == contains_key) return key_receiver(part_);
    return part_;
  }

  void plan_values(ConditionPlan& plan) {
    const Receiver place = receiver();
    if (relation_.in_marker) {
      plan.list = plan_value(relation_.values.front(),
                             {list_of(freeze(place.type), true), "in(" + place.name + ")"}, scope_);
      return;
    }
    for (const Expression& value : relation_.values) {
      plan.values.push_back(plan_value(value, place, scope_));
      const bool takes_null = relation_.op == equal || relation_.op == not_equal || relation_.op == in;
      if (takes_null || !std::holds_alternative<NullNode>(plan.values.back().node)) continue;
      refuse("null_in_condition", value.span, parameters());
    }
  }

  const Relation& relation_;
  Scope& scope_;
  std::size_t index_;
  const Column& column_;
  Receiver part_;
};

}  // namespace

const Name& condition_column(const Relation& relation) {
  if (const auto* target = std::get_if<ElementTarget>(&relation.target)) return target->column;
  if (const auto* target = std::get_if<FieldTarget>(&relation.target)) return target->column;
  assert(std::holds_alternative<ColumnTarget>(relation.target));
  return std::get<ColumnTarget>(relation.target).column;
}

WriteCondition plan_condition(const Conditions& conditions, Scope& scope) {
  if (!conditions.any()) return Unconditional{};
  if (scope.table->is_counter())
    refuse("condition_on_counters", conditions.span, {{"table", quote_name(scope.table->name)}});
  if (conditions.if_exists) return RowExists{};
  if (conditions.if_not_exists) return RowIsAbsent{};
  ColumnsPass planned;
  for (const Relation& relation : conditions.relations)
    planned.conditions.push_back(ConditionPlanner(relation, scope).plan());
  return planned;
}

}  // namespace cellar
