// CREATE, ALTER, DROP and TRUNCATE carried out.
//
// In:      changes that the planner has checked, the schema that they were checked against, and the
//          transaction of the same statement.
// Out:     records and ids in the store, where nothing is committed, and the schema as it is once the
//          transaction is committed.
#pragma once

#include "planner/plan.h"
#include "storage/store.h"

namespace cellar {

SchemaPointer run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction);
SchemaPointer run_truncate(const TruncatePlan& plan, const Schema& schema, WriteTransaction& transaction);

}  // namespace cellar
