// The rule card: ten rules that say which reads and writes CQL takes.
//
// In:  the name of a rule, K1 to U1.
// Out: its words. Messages name the rules that they enforce (Message::rules), HELP shows the whole card.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct Rule {
  std::string_view name;  // "K1"
  std::string_view text;
};

/// All rules, in the order of the card.
std::span<const Rule> rule_card();

/// Returns null if there is no such rule.
const Rule* find_rule(std::string_view name);

}  // namespace cellar
