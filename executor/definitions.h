// Runs CREATE, ALTER, DROP and TRUNCATE.
//
// In:      changes that the planner has checked, the schema that they were checked against, and the
//          transaction of the same statement.
// Out:     records and ids in the transaction, which the caller commits, and the schema as of that commit.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan.h"
#include "storage/store.h"

namespace cellar {

/// `evaluation` has the values of the statement's literals.
SchemaPointer run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction,
                             const Evaluation& evaluation);
SchemaPointer run_truncate(const TruncatePlan& plan, const Schema& schema, WriteTransaction& transaction);

}  // namespace cellar
