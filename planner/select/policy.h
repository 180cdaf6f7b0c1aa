// What the policy `teach` requires in addition: a read names one partition, or says ALLOW FILTERING.
//
// In:      a SELECT that Cassandra would run.
// Out:     the notices of the plan: W401 reads backwards, W402 reads several partitions (and may drop rows),
//          W403 drops rows, W417 reads through an index. The executor adds the counts, and omits W402 if one
//          partition was read and W403 if no row was dropped.
// Refused: reads of all partitions, of a token range, or of a part of the partition key; IN on the partition
//          key.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/read_plan.h"
#include "planner/select/index_choice.h"

namespace cellar {

struct ChosenRead {
  const ReadPath& path;
  const IndexChoice& indexes;

  /// Returns true if indexes find the rows, and none has to be dropped.
  bool is_by_index() const { return indexes.is_used && indexes.filtered.empty(); }
};

void apply_policy(const SelectStatement& statement, const SelectPlan& plan, const Restrictions& restrictions,
                  const ChosenRead& read, Policy policy, std::vector<Diagnostic>& notices);

}  // namespace cellar
