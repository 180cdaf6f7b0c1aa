// What the policy `teach` says about reads that run in one partition, as far as their plan shows it.
//
// In:      a SELECT and its plan.
// Out:     its notices: W410 LIMIT gives the oldest rows, W414 all columns of a wide table are read.
#pragma once

#include "planner/plan.h"

namespace cellar {

/// Returns true if a LIMIT without ORDER BY gives the oldest rows of a partition.
bool reads_oldest_first(const SelectStatement& statement, const SelectPlan& plan);

void note_read(const SelectStatement& statement, const SelectPlan& plan, std::vector<Diagnostic>& notices);

}  // namespace cellar
