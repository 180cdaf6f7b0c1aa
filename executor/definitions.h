// Runs CREATE, ALTER, DROP and TRUNCATE.
//
// In:      changes that the planner has checked, the schema that they were checked against, and the
//          transaction of the same statement.
// Out:     records and ids in the transaction, which the caller commits, and the schema as of that commit.
// Refused: a view whose WHERE has a null value; a row that is too long for what is being built; what the store refuses.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan/definition_plan.h"

namespace cellar {

class WriteTransaction;

/// `evaluation` has the values of the statement's literals.
SchemaPointer run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction,
                             const Evaluation& evaluation);
/// A table whose indexes and views are being built.
struct DerivedBuild {
  std::string keyspace, table;
  TableId derived = 0;   // what is being built
  std::string position;  // how far it is
};
/// Returns true if an index or view of the table does not hold all existing rows: a definition leaves it so if
/// there are many.
bool has_unbuilt(const Table& table);
/// Adds some of the existing rows, in a transaction of its own while other writers go on. Returns the schema, in
/// which the index or view is built once all rows are in it; null if the table has nothing left to be built.
/// A build that was interrupted begins anew, which does no harm.
SchemaPointer run_build_step(DerivedBuild& build, const Schema& schema, WriteTransaction& transaction);

/// Takes what is being built out of the schema, with all that it has, after a step was refused for a row that is too
/// long for it. Returns the schema; null if it is not there any more, or is built.
SchemaPointer run_build_end(const DerivedBuild& build, const Schema& schema, WriteTransaction& transaction);

SchemaPointer run_truncate(const TruncatePlan& plan, const Schema& schema, WriteTransaction& transaction);

}  // namespace cellar
