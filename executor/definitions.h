// CREATE, ALTER, DROP and TRUNCATE carried out.
//
// In:  changes that the planner has checked, the schema that they were checked against, and the
// transaction of the same statement. Out: records and ids in the store; nothing is committed.
#pragma once

#include "planner/plan.h"
#include "storage/store.h"

namespace cellar {

void run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction);
void run_truncate(const TruncatePlan& plan, WriteTransaction& transaction);

}  // namespace cellar
