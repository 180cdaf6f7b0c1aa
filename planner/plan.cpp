#include "planner/plan.h"

namespace cellar {

NodeVariant::NodeVariant() = default;
NodeVariant::NodeVariant(const NodeVariant&) = default;
NodeVariant::NodeVariant(NodeVariant&&) noexcept = default;
NodeVariant& NodeVariant::operator=(const NodeVariant&) = default;
NodeVariant& NodeVariant::operator=(NodeVariant&&) noexcept = default;
NodeVariant::~NodeVariant() = default;

WritePlan::WritePlan() = default;
WritePlan::WritePlan(WritePlan&&) noexcept = default;
WritePlan& WritePlan::operator=(WritePlan&&) noexcept = default;
WritePlan::~WritePlan() = default;

DefinitionPlan::DefinitionPlan() = default;
DefinitionPlan::DefinitionPlan(DefinitionPlan&&) noexcept = default;
DefinitionPlan& DefinitionPlan::operator=(DefinitionPlan&&) noexcept = default;
DefinitionPlan::~DefinitionPlan() = default;

PlanVariant::PlanVariant() = default;
PlanVariant::PlanVariant(PlanVariant&&) noexcept = default;
PlanVariant& PlanVariant::operator=(PlanVariant&&) noexcept = default;
PlanVariant::~PlanVariant() = default;

const SchemaPlan* schema_changes_in(const PlanVariant& plan) {
  const auto* const definition = std::get_if<DefinitionPlan>(&plan);
  return definition == nullptr ? nullptr : std::get_if<SchemaPlan>(definition);
}

}  // namespace cellar
