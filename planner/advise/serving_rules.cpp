#include "planner/advise/serving_rules.h"

#include "planner/select/key_description.h"

namespace cellar {

namespace {

std::vector<std::size_t> range_of(std::size_t first, std::size_t count) {
  std::vector<std::size_t> columns;
  for (std::size_t column = first; column < first + count; ++column) columns.push_back(column);
  return columns;
}

std::string are(std::size_t count) { return count == 1 ? "has" : "have"; }

}  // namespace

std::vector<KeptRule> serving_rules(const SelectPlan& plan, bool is_ordered) {
  const Table& table = *plan.table;
  const std::size_t first = table.partition_key_size;
  std::vector<KeptRule> rules;
  rules.push_back({"K1", "the whole partition key has `=`: " + names_of(table, range_of(0, first)) +
                             "; one partition is read"});
  std::size_t fixed = 0;
  for (const ClusteringStep& step : plan.clustering.steps) fixed += step.count;
  if (fixed > 0) {
    rules.push_back({"K3", names_of(table, range_of(first, fixed)) + " " + are(fixed) +
                               " a value, from left to right and without a gap"});
  }
  if (plan.clustering.lower || plan.clustering.upper) {
    const ClusteringBound& bound = plan.clustering.lower ? *plan.clustering.lower : *plan.clustering.upper;
    rules.push_back({"K4", "the range of " +
                               names_of(table, range_of(first + plan.clustering.slice_first, bound.count)) +
                               " comes last"});
  }
  if (is_ordered) {
    rules.push_back(
        {"O3", plan.reversed
                   ? "the order is the stored one, all reversed: the partition is read backwards (W401)"
                   : "the order is the stored one"});
  }
  return rules;
}

}  // namespace cellar
