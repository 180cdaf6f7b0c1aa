// What the policy `teach` asks besides: a read names its one partition, or says ALLOW FILTERING.
//
// In:      a SELECT that Cassandra would run.
// Out:     notices that come with it: W401 read backwards, W402 several partitions (and
//          rows thrown away), W403 rows thrown away. The executor adds the counts, and takes W402 and W403
//          away where one partition was read or no row thrown away.
// Refused: reads of the whole ring, of a stretch of tokens, of a part of the partition key, IN on the
//          partition key.
#pragma once

#include "planner/select/read_path.h"

namespace cellar {

void apply_policy(const SelectStatement& statement, const SelectPlan& plan, const Restrictions& restrictions,
                  const ReadPath& path, Policy policy, std::vector<Diagnostic>& notices);

}  // namespace cellar
