#include "database/plans/cached_plan.h"

#include <algorithm>

#include "database/plans/partition_key_markers.h"
#include "database/plans/write_effect.h"
#include "types/type_change.h"

namespace cellar {

namespace {

/// The table that each statement of a plan names; null for a plan that names none, or keeps it in its text alone.
struct TableOfPlan {
  TablePointer operator()(const SelectPlan& plan) const { return plan.table; }
  TablePointer operator()(const UpsertPlan& plan) const { return plan.table; }
  TablePointer operator()(const DeletePlan& plan) const { return plan.table; }
  TablePointer operator()(const ConditionalPlan& plan) const { return plan.table; }
  TablePointer operator()(const BatchPlan& plan) const {
    return plan.statements.empty() ? nullptr : std::visit(*this, plan.statements.front());
  }
  TablePointer operator()(const WritePlan& plan) const { return std::visit(*this, plan); }
  TablePointer operator()(const DefinitionPlan& plan) const { return std::visit(*this, plan); }
  TablePointer operator()(const SchemaPlan&) const { return nullptr; }
  TablePointer operator()(const TruncatePlan& plan) const { return plan.table; }
  TablePointer operator()(const UsePlan&) const { return nullptr; }
  TablePointer operator()(const AnswerPlan&) const { return nullptr; }
};

/// The table of the statement in which the marker is. The time of a BATCH belongs to its first one.
TablePointer table_of_marker(const CachedPlan& planned, Span marker) {
  const auto* const text = std::get_if<BatchStatement>(&planned.statement->node);
  const auto* const plan = write_in<BatchPlan>(planned.plan.node);
  if (text != nullptr && plan != nullptr) {
    for (std::size_t index = 0; index < text->statement_spans.size(); ++index) {
      const Span& span = text->statement_spans[index];
      if (marker.begin >= span.begin && marker.end <= span.end)
        return std::visit(TableOfPlan{}, plan->statements[index]);
    }
  }
  return std::visit(TableOfPlan{}, planned.plan.node);
}

std::vector<Slot> marker_slots(const CachedPlan& planned) {
  std::vector<Slot> slots;
  for (const std::size_t index : planned.markers) {
    slots.push_back(planned.plan.slots[index]);
    slots.back().table = table_of_marker(planned, planned.statement->slots[index].span);
  }
  return slots;
}

std::vector<SlotSource> markers_in_text(const CachedPlan& planned) {
  std::vector<SlotSource> markers;
  for (const std::size_t index : planned.markers) markers.push_back(planned.statement->slots[index]);
  return markers;
}

/// Collects the places at which writes name their tables without a keyspace, from the last one to the first.
struct TablesWithoutKeyspace {
  std::vector<std::size_t> places{};

  void note(const QualifiedName& table) {
    if (!table.keyspace) places.push_back(table.name.span.begin);
  }
  void operator()(const InsertStatement& write) { note(write.table); }
  void operator()(const UpdateStatement& write) { note(write.table); }
  void operator()(const DeleteStatement& write) { note(write.table); }
  void operator()(const BatchStatement& batch) {
    for (auto write = batch.statements.rbegin(); write != batch.statements.rend(); ++write)
      std::visit(*this, *write);
  }
  // Prepared::text() promises keyspaces in writes alone.
  void operator()(const SelectStatement&) {}
  void operator()(const ExplainStatement&) {}
  void operator()(const StatementWithoutRows auto&) {}
};

std::string with_keyspace(std::string_view text, const CachedPlan& planned) {
  TablesWithoutKeyspace tables;
  std::visit(tables, planned.statement->node);
  std::string whole(text);
  for (const std::size_t place : tables.places) whole.insert(place, quote_name(planned.keyspace) + ".");
  return whole;
}

}  // namespace

void bind(const CachedPlan& planned, std::span<const BoundValue> values, std::vector<BoundValue>& slots) {
  slots.resize(planned.literals.size());
  for (std::size_t index = 0; index < slots.size(); ++index) {
    if (!planned.literals[index].unset) slots[index] = planned.literals[index];
  }
  bind_markers(*planned.statement, planned.plan, planned.markers, values, slots);
}

CachedPlanPointer with_own_count(CachedPlanPointer planned) {
  const CachedPlan* const plan = planned.get();
  return {std::make_shared<CachedPlanPointer>(std::move(planned)), plan};
}

PreparedState::PreparedState(CachedPlanPointer planned, std::uint64_t database, std::string_view text)
    : markers_(marker_slots(*planned)),
      written_markers_(markers_in_text(*planned)),
      partition_key_markers_(cellar::partition_key_markers(planned->plan, planned->markers)),
      columns_(planned->columns),
      write_effect_(effect_of_write(planned->plan)),
      text_(with_keyspace(text, *planned)),
      database_(database),
      is_write_(planned->statement->access() == Access::write),
      planned_(std::move(planned)),
      newest_(planned_.get()) {}

void PreparedState::check_markers(const CachedPlan& planned, std::size_t first) const {
  for (std::size_t index = 0; index < markers_.size(); ++index) {
    const std::size_t slot = planned.markers[first + index];
    const Type& before = markers_[index].type;
    const Type& now = planned.plan.slots[slot].type;
    if (reads_values_of(now, before)) continue;
    refuse("marker_type_changed", planned.statement->slots[slot].span,
           {{"marker", markers_[index].name}, {"before", to_cql(before)}, {"now", to_cql(now)}});
  }
}

CachedPlanPointer PreparedState::planned() const {
  const std::lock_guard guard(mutex_);
  return planned_;
}

void PreparedState::replace(CachedPlanPointer planned) {
  const std::lock_guard guard(mutex_);
  if (planned->schema_version < planned_->schema_version) return;
  planned_.swap(planned);
  newest_.store(planned_.get(), std::memory_order_release);
}

}  // namespace cellar
