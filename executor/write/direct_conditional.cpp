#include "executor/write/direct_conditional.h"

#include "planner/plan.h"

namespace cellar {

std::optional<DirectConditional> DirectConditional::of(const Plan& plan) {
  const auto* conditional = write_in<ConditionalPlan>(plan.node);
  if (conditional == nullptr || conditional->writes.size() != 1) return std::nullopt;
  const ConditionalWrite& write = conditional->writes.front();
  const bool if_absent = std::holds_alternative<RowIsAbsent>(write.condition);
  if (!if_absent && !std::holds_alternative<RowExists>(write.condition)) return std::nullopt;
  const auto* upsert = std::get_if<UpsertPlan>(&write.write);
  if (upsert == nullptr) return std::nullopt;
  std::optional<DirectUpsert> direct = DirectUpsert::of(*upsert);
  if (!direct) return std::nullopt;
  return DirectConditional(*std::move(direct), if_absent ? SimpleRowFound::no : SimpleRowFound::yes);
}

bool DirectConditional::write(const WriteRun& run) const {
  if (upsert_.find(run) != wanted_) return false;
  upsert_.write(run);
  return true;
}

}  // namespace cellar
