#include "planner/advise/trial.h"

#include <algorithm>

#include "parser/parser.h"
#include "planner/plan/read_plan.h"
#include "planner/plan/slot.h"
#include "planner/select/select.h"

namespace cellar {

namespace {

/// Returns true if the plan reads one partition, and returns every row that it reads.
bool reads_one_partition(const SelectPlan& plan) {
  const auto* named = std::get_if<NamedPartitions>(&plan.partitions);
  if (named == nullptr || !plan.filters.empty()) return false;
  return std::ranges::none_of(named->key, &Choices::is_in);
}

}  // namespace

Trial try_query(std::string_view text, const PlanContext& context) {
  try {
    const Statement statement = parse(text);
    const auto& select = std::get<SelectStatement>(statement.node);
    std::vector<Slot> slots(statement.slots.size());
    std::vector<Diagnostic> notices;
    const PlanContext strict{context.schema, context.keyspace, context.node, Policy::teach,
                             context.now_microseconds};
    return {reads_one_partition(plan_select(select, strict, statement.slots, slots, notices)), std::nullopt};
  } catch (const Refusal& refusal) {
    return {false, refusal.diagnostic};
  }
}

bool is_about_key(const Diagnostic& refusal) { return refusal.has(Trait::of_key); }

}  // namespace cellar
