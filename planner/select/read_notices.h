// What is said about a read that runs, as far as its plan shows it: by the policy `teach` about reads in one partition,
// by the policy `cassandra` what Cassandra warns of.
//
// In:      a SELECT and its plan.
// Out:     its notices: W410 LIMIT gives the oldest rows, W414 all columns of a wide table are read; W423 rows of
//          several partitions are grouped or counted.
// Refused: nothing.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/select/restrictions.h"

namespace cellar {

/// Returns true if a LIMIT without ORDER BY gives the oldest rows of a partition.
bool reads_oldest_first(const SelectStatement& statement, const SelectPlan& plan);

void note_read(const SelectStatement& statement, const SelectPlan& plan, std::vector<Diagnostic>& notices);
/// A restriction of a part of the partition key, and of its token, is enough for Cassandra.
void warn_of_aggregation(const SelectStatement& statement, const SelectPlan& plan,
                         const Restrictions& restrictions, std::vector<Diagnostic>& notices);

}  // namespace cellar
