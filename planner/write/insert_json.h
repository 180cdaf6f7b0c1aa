// INSERT JSON: as INSERT ... VALUES of all columns, whose values are members of a document.
//
// In:      the statement, the plan with its table.
// Out:     keys and assignments of the plan, whose values are slots that the document fills; the document.
// Refused: a document that is no text.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/write_plan.h"
#include "planner/write/writes.h"

namespace cellar {

void plan_insert_json(const InsertStatement& statement, const WriteContext& context, Scope& scope,
                      UpsertPlan& plan);

}  // namespace cellar
