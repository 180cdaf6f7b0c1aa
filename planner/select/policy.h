// What the policy `teach` asks besides: a read names its one partition, or says ALLOW FILTERING.
//
// In:      a SELECT that Cassandra would run.
// Out:     notices that come with it: W401 read backwards, W402 several partitions, W403 rows read and thrown
//          away; the executor adds the counts.
// Refused: reads of the whole ring, of a stretch of tokens, of a part of the partition key, IN on the
//          partition key.
#pragma once

#include "planner/select/read_path.h"

namespace cellar {

void apply_policy(const SelectStatement& statement, const SelectPlan& plan, const Restrictions& restrictions,
                  const ReadPath& path, Policy policy, std::vector<Diagnostic>& notices);

}  // namespace cellar
