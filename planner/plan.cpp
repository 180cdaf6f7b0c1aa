#include "planner/plan.h"

namespace cellar {

NodeVariant::NodeVariant() = default;
NodeVariant::NodeVariant(const NodeVariant&) = default;
NodeVariant::NodeVariant(NodeVariant&&) noexcept = default;
NodeVariant& NodeVariant::operator=(const NodeVariant&) = default;
NodeVariant& NodeVariant::operator=(NodeVariant&&) noexcept = default;
NodeVariant::~NodeVariant() = default;

PlanVariant::PlanVariant() = default;
PlanVariant::PlanVariant(PlanVariant&&) noexcept = default;
PlanVariant& PlanVariant::operator=(PlanVariant&&) noexcept = default;
PlanVariant::~PlanVariant() = default;

}  // namespace cellar
