#include "executor/write/conditions.h"

#include <algorithm>

#include "executor/select/filters.h"
#include "planner/expression/expression_text.h"
#include "planner/plan/write_plan.h"
#include "types/number/number.h"

namespace cellar {

namespace {

using enum RelationOperator;

Span blamed(const Node& node, const ConditionPlan& plan) { return node.span.empty() ? plan.span : node.span; }

Value bind_key(const Type& type, const ConditionPlan& plan, const Evaluation& evaluation) {
  if (!plan.key) return std::nullopt;
  const Span span = blamed(*plan.key, plan);
  if (is_unset(*plan.key, evaluation)) refuse("unset_value", span);
  Value key = evaluate(*plan.key, evaluation);
  if (!key) refuse("null_element_key", span);
  if (type.kind != TypeKind::list) return key;
  const std::int64_t index = key->empty() ? -1 : decode_integer(*key);
  if (index < 0) refuse("list_index_below_0", span, {{"index", std::to_string(index)}});
  return key;
}

/// An unfrozen collection without elements is not stored, so a comparison with an empty one is one with null.
Value comparable(const Type& type, const ConditionPlan& plan, Value value) {
  const bool is_whole = !plan.key && plan.op != contains && plan.op != contains_key;
  if (value && is_whole && is_collection(type) && is_multicell(type) && unpack(type, *value).empty())
    return std::nullopt;
  return value;
}

/// Unset values among those of IN are left out.
std::vector<Value> bind_values(const Table& table, const ConditionPlan& plan, const Evaluation& evaluation) {
  const Type& type = table.columns[plan.column].type;
  std::vector<Value> values;
  for (const Node& node : plan.values) {
    if (is_unset(node, evaluation)) {
      if (plan.op == in) continue;
      refuse("unset_value", blamed(node, plan));
    }
    values.push_back(comparable(type, plan, evaluate(node, evaluation)));
    if (values.back() || plan.op == equal || plan.op == not_equal || plan.op == in) continue;
    const std::string column = quote_name(table.columns[plan.column].name);
    const std::string op = text_of(plan.op);
    refuse("null_in_condition", blamed(node, plan),
           {{"column", column}, {"relation", column + " " + op + " null"}, {"operator", op}});
  }
  if (!plan.list) return values;
  if (is_unset(*plan.list, evaluation)) refuse("unset_value", blamed(*plan.list, plan));
  const Value list = evaluate(*plan.list, evaluation);
  if (!list) refuse("null_in_list", blamed(*plan.list, plan));
  for (const auto& element : unpack(plan.list->type, *list))
    values.push_back(comparable(type, plan, Value(element)));
  return values;
}

/// The stored value that a condition compares, and its type.
struct Compared {
  const Type* type;
  Value value;
};

Compared element_of(const Type& type, const Value& collection, const std::string& key) {
  const bool is_map = type.kind == TypeKind::map;
  Compared compared{is_map ? &type.arguments[1] : &type.arguments[0], std::nullopt};
  if (!collection) return compared;
  const auto parts = unpack(type, *collection);
  if (!is_map) {
    const auto index = static_cast<std::size_t>(decode_integer(key));
    if (index < parts.size()) compared.value = Value(parts[index]);
    return compared;
  }
  for (std::size_t index = 0; index + 1 < parts.size(); index += 2) {
    if (parts[index] && compare(type.arguments[0], *parts[index], key) == 0)
      compared.value = Value(parts[index + 1]);
  }
  return compared;
}

Compared field_of(const Type& type, const Value& structure, std::size_t field) {
  Compared compared{&type.arguments[field], std::nullopt};
  if (!structure) return compared;
  const auto fields = unpack(type, *structure);
  if (field < fields.size()) compared.value = Value(fields[field]);
  return compared;
}

Compared compared_value(const BoundCondition& condition, const RowView& row) {
  const Type& type = row.table->columns[condition.plan->column].type;
  Compared compared{&type, std::nullopt};
  read_column(row, condition.plan->column, compared.value);
  if (condition.plan->key) return element_of(type, compared.value, *condition.key);
  if (condition.plan->field) return field_of(type, compared.value, *condition.plan->field);
  return compared;
}

bool passes(RelationOperator op, const Compared& compared, const Value& wanted) {
  if (!wanted) return compared.value.has_value() == (op == not_equal);
  if (compared.value) return satisfies(op, compare(*compared.type, *compared.value, *wanted));
  return op == not_equal;
}

bool contains_value(const Compared& compared, RelationOperator op, const std::string& wanted) {
  if (!compared.value) return false;
  const Type& type = *compared.type;
  const bool is_map = type.kind == TypeKind::map;
  const std::size_t part = is_map && op == contains ? 1 : 0;
  const auto parts = unpack(type, *compared.value);
  for (std::size_t index = part; index < parts.size(); index += is_map ? 2 : 1) {
    if (parts[index] && compare(type.arguments[part], *parts[index], wanted) == 0) return true;
  }
  return false;
}

}  // namespace

BoundCondition bind_condition(const Table& table, const ConditionPlan& plan, const Evaluation& evaluation) {
  return {&plan, bind_key(table.columns[plan.column].type, plan, evaluation),
          bind_values(table, plan, evaluation)};
}

bool holds(const BoundCondition& condition, const RowView& row) {
  const Compared compared = compared_value(condition, row);
  const RelationOperator op = condition.plan->op;
  if (op == contains || op == contains_key) return contains_value(compared, op, *condition.values[0]);
  return std::ranges::any_of(condition.values,
                             [&](const Value& wanted) { return passes(op, compared, wanted); });
}

}  // namespace cellar
