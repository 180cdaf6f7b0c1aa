// Plans the IF clause of one statement.
//
// In:      the clause, the table of the statement.
// Out:     its conditions with typed values.
// Refused: rules: counters, columns of the primary key, elements and fields that the column's
//          type does not have, operators that it does not take, null where only a value can be compared.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/write_plan.h"
#include "planner/scope.h"

namespace cellar {

/// Returns the column that a relation of IF is about, or a part of it.
const Name& condition_column(const Relation& relation);

WriteCondition plan_condition(const Conditions& conditions, Scope& scope);

}  // namespace cellar
