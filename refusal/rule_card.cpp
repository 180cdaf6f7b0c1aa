#include "refusal/rule_card.h"

#include <algorithm>
#include <iterator>

namespace cellar {

namespace {

constexpr Rule kRules[] = {
    {"K1", "every column of the partition key needs = or IN"},
    {"K2", "no range on the partition key"},
    {"K3", "clustering columns are restricted from left to right, without a gap"},
    {"K4", "one range, and it comes last"},
    {"K5", "only key columns are searchable"},
    {"K6", "writes name the whole primary key"},
    {"O1", "ORDER BY needs the partition fixed"},
    {"O2", "ORDER BY follows the clustering order; columns fixed by = may be skipped"},
    {"O3", "all directions as declared, or all reversed"},
    {"U1", "the same primary key means the same row: a second INSERT overwrites"},
};

}  // namespace

std::span<const Rule> rule_card() { return kRules; }

const Rule* find_rule(std::string_view name) {
  const auto* const found = std::ranges::find(kRules, name, &Rule::name);
  return found == std::end(kRules) ? nullptr : found;
}

}  // namespace cellar
