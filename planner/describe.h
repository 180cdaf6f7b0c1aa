// DESCRIBE: the rows that drivers get. The program prints the same rows as text.
//
// In:      the statement, the schema, the keyspace in use.
// Out:     lists of names, or the statements that make things again; of CLUSTER what there is of a cluster.
// Refused: things that do not exist; a thing without a keyspace where none is in use.
#pragma once

#include "planner/planner.h"

namespace cellar {

AnswerPlan plan_describe(const DescribeStatement& statement, const PlanContext& context);

}  // namespace cellar
