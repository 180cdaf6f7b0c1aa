// Runs a ConditionalPlan: reads the partition, tests the conditions, and gathers the writes if all of them hold.
//
// In:      the plan with the slots' values; the write transaction, which shows what was written before.
// Out:     the mutations, or the values that the conditions met.
// Refused: what conditions.h and write_run.h refuse; statements of a batch on several partitions;
//          conditions that contradict each other.
#pragma once

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"

namespace cellar {

/// The rows of the answer, each with a value for each column of ConditionalPlan::shown. None: there is no row.
using MetRows = std::vector<std::vector<Value>>;

/// Returns nothing if the conditions hold; the mutations are then added to the vector, which is empty. All of them have
/// one timestamp, that of the clock: USING TIMESTAMP and a request's timestamp mean nothing here, as in Cassandra.
/// What the statements of a batch delete of each other's rows is settled first (deleted_writes.h); then deletions
/// become a microsecond older, so that what is written into a range or partition that the batch deletes stays.
std::optional<MetRows> gather(const ConditionalPlan& plan, const WriteRun& run,
                              std::vector<Mutation>& mutations);

}  // namespace cellar
