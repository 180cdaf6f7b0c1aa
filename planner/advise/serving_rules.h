// Why a table serves a query: the rules of the card that its plan keeps.
//
// In:      the plan of a SELECT that reads one partition.
// Out:     a line for each rule: its number and, in words of a language, what the query does.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/read_plan.h"
#include "planner/words/planner_words.h"

namespace cellar {

struct KeptRule {
  std::string_view rule;  // "K1"
  PlannerWords::Text text;
  Parameters parameters{};

  std::string words(Language language) const { return PlannerWords::say(language, text, parameters); }
};

std::vector<KeptRule> serving_rules(const SelectPlan& plan, bool is_ordered);

}  // namespace cellar
