// What the policy `teach` requires in addition: a read names one partition, or says ALLOW FILTERING.
//
// In:      a SELECT that Cassandra would run.
// Out:     the notices of the plan: W401 reads backwards, W402 reads several partitions (and may drop rows),
//          W403 drops rows. The executor adds the counts, and omits W402 if one partition was read and W403
//          if no row was dropped.
// Refused: reads of all partitions, of a token range, or of a part of the partition key; IN on the partition
//          key.
#pragma once

#include "planner/select/read_path.h"

namespace cellar {

void apply_policy(const SelectStatement& statement, const SelectPlan& plan, const Restrictions& restrictions,
                  const ReadPath& path, Policy policy, std::vector<Diagnostic>& notices);

}  // namespace cellar
