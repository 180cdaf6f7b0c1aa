#include "planner/advise/serving_rules.h"

#include "planner/select/key_description.h"

namespace cellar {

namespace {

std::vector<std::size_t> range_of(std::size_t first, std::size_t count) {
  std::vector<std::size_t> columns;
  for (std::size_t column = first; column < first + count; ++column) columns.push_back(column);
  return columns;
}

}  // namespace

std::vector<KeptRule> serving_rules(const SelectPlan& plan, bool is_ordered) {
  const Table& table = *plan.table;
  const std::size_t first = table.partition_key_size;
  std::vector<KeptRule> rules;
  rules.push_back({"K1",
                   "the whole partition key has `=`: {columns}; one partition is read",
                   {{"columns", names_of(table, range_of(0, first))}}});
  std::size_t fixed = 0;
  for (const ClusteringStep& step : plan.clustering.steps) fixed += step.count;
  if (fixed > 0) {
    const PlannerWords::Text has =
        fixed == 1 ? PlannerWords::Text("{columns} has a value, from left to right and without a gap")
                   : PlannerWords::Text("{columns} have a value, from left to right and without a gap");
    rules.push_back({"K3", has, {{"columns", names_of(table, range_of(first, fixed))}}});
  }
  if (plan.clustering.lower || plan.clustering.upper) {
    const ClusteringBound& bound = plan.clustering.lower ? *plan.clustering.lower : *plan.clustering.upper;
    const std::string columns = names_of(table, range_of(first + plan.clustering.slice_first, bound.count));
    rules.push_back({"K4", "the range of {columns} comes last", {{"columns", columns}}});
  }
  if (is_ordered) {
    const PlannerWords::Text order =
        plan.reversed
            ? PlannerWords::Text(
                  "the order is the stored one, all reversed: the partition is read backwards (W401)")
            : PlannerWords::Text("the order is the stored one");
    rules.push_back({"O3", order});
  }
  return rules;
}

}  // namespace cellar
