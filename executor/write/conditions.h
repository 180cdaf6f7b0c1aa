// Tests the conditions of IF against a row that was read.
//
// In:      conditions with the slots' values; a row.
// Out:     whether they hold. `= null` and `!= null` ask whether there is a value; an empty unfrozen
//          collection is null.
// Refused: unset values (but among those of IN), null as the key of an element, negative list indexes, null
//          where only a value can be compared.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan/write_plan.h"

namespace cellar {

/// A condition with its values.
struct BoundCondition {
  const ConditionPlan* plan = nullptr;
  Value key;
  std::vector<Value> values;
};

BoundCondition bind_condition(const Table& table, const ConditionPlan& plan, const Evaluation& evaluation);

bool holds(const BoundCondition& condition, const RowView& row);

}  // namespace cellar
