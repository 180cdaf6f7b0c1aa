// Why a table serves a query: the rules of the card that its plan keeps.
//
// In:      the plan of a SELECT that reads one partition.
// Out:     a line for each rule: its number and what the query does.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/read_plan.h"

namespace cellar {

struct KeptRule {
  std::string_view rule;  // "K1"
  std::string words;
};

std::vector<KeptRule> serving_rules(const SelectPlan& plan, bool is_ordered);

}  // namespace cellar
