#include "database/cached_plan.h"

namespace cellar {

namespace {

std::vector<Slot> marker_slots(const CachedPlan& planned) {
  std::vector<Slot> slots;
  for (const std::size_t index : planned.markers) slots.push_back(planned.plan.slots[index]);
  return slots;
}

}  // namespace

void bind(const CachedPlan& planned, std::span<const BoundValue> values, std::vector<BoundValue>& slots) {
  slots.resize(planned.literals.size());
  for (std::size_t index = 0; index < slots.size(); ++index) {
    if (!planned.literals[index].unset) slots[index] = planned.literals[index];
  }
  bind_markers(*planned.statement, planned.plan, planned.markers, values, slots);
}

PreparedState::PreparedState(CachedPlanPointer planned, const std::shared_ptr<DatabaseState>& database)
    : markers_(marker_slots(*planned)),
      columns_(planned->columns),
      database_(database),
      planned_(std::move(planned)) {}

bool PreparedState::belongs_to(const std::shared_ptr<DatabaseState>& database) const {
  return !database_.owner_before(database) && !database.owner_before(database_);
}

CachedPlanPointer PreparedState::planned() const {
  const std::lock_guard guard(mutex_);
  return planned_;
}

void PreparedState::replace(CachedPlanPointer planned) {
  const std::lock_guard guard(mutex_);
  if (planned->schema_version >= planned_->schema_version) planned_.swap(planned);
}

}  // namespace cellar
