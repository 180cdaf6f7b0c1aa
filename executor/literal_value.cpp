#include "executor/literal_value.h"

#include "executor/bind.h"
#include "executor/evaluate.h"
#include "parser/statement/statement.h"
#include "planner/expression/expressions.h"
#include "planner/plan.h"

namespace cellar {

Value value_of_literal(const LoneLiteral& literal, const Slot& receiver, const PlanContext& context,
                       EvaluationContext evaluation) {
  Statement statement;  // the literals of the value are all that it has
  statement.slots = literal.slots;
  Plan plan;
  plan.slots.resize(literal.slots.size());
  Scope scope(context, statement.slots, plan.slots, nullptr);
  const Node node = plan_value(literal.expression, {receiver.type, receiver.name}, scope);
  const std::vector<BoundValue> literals = bind_literals(statement, plan);
  Evaluation values;
  values.slots = literals;
  values.context = &evaluation;
  return evaluate(node, values);
}

}  // namespace cellar
