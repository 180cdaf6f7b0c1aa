// DESCRIBE: the rows that drivers get. The program prints the same rows as text.
//
// In:      the statement, the schema, the keyspace in use.
// Out:     names, or the statements that create the objects again; the name, partitioner and ring for CLUSTER.
// Refused: objects that do not exist; an unqualified name if no keyspace is in use.
#pragma once

#include "parser/statement/definition_statements.h"
#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

AnswerPlan plan_describe(const DescribeStatement& statement, const PlanContext& context);

}  // namespace cellar
