// Plans writes with their conditions: a ConditionalPlan around the writes if one of them has IF.
//
// In:      a statement that writes.
// Out:     its plan; without conditions, that of writes.h.
// Refused: what writes.h and conditions.h refuse; rules: conditions where IN names
//          several rows, in batches on several tables. Different partitions of a batch, and conditions that
//          contradict each other, are refused when it runs.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/write_plan.h"
#include "planner/write/writes.h"

namespace cellar {

WritePlan plan_with_conditions(const InsertStatement& statement, const WriteContext& context);
WritePlan plan_with_conditions(const UpdateStatement& statement, const WriteContext& context);
WritePlan plan_with_conditions(const DeleteStatement& statement, const WriteContext& context);
WritePlan plan_with_conditions(const BatchStatement& statement, const WriteContext& context);

}  // namespace cellar
