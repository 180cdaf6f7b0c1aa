#include "database/plans/partition_key_markers.h"

#include <algorithm>

namespace cellar {

namespace {

/// The index of each slot, or nothing if a column takes another value than that of one slot.
using KeySlots = std::vector<std::size_t>;

KeySlots slots_of(const std::vector<Choices>& key) {
  KeySlots slots;
  for (const Choices& choices : key) {
    if (choices.list || choices.values.size() != 1) return {};
    const auto* slot = std::get_if<SlotNode>(&choices.values.front().node);
    if (slot == nullptr) return {};
    slots.push_back(slot->index);
  }
  return slots;
}

struct FindKeySlots {
  KeySlots operator()(const NamedPartitions& partitions) const { return slots_of(partitions.key); }
  KeySlots operator()(const RingPart&) const { return {}; }
  KeySlots operator()(const IndexRead& read) const { return std::visit(*this, read.within); }

  KeySlots operator()(const SelectPlan& plan) const { return std::visit(*this, plan.partitions); }
  KeySlots operator()(const UpsertPlan& plan) const { return slots_of(plan.partition_key); }
  KeySlots operator()(const DeletePlan& plan) const { return slots_of(plan.partition_key); }
  KeySlots operator()(const BatchPlan& plan) const {
    const auto table_of = [](const auto& statement) {
      return std::visit([](const auto& part) { return part.table; }, statement);
    };
    if (plan.statements.empty()) return {};
    const auto& last = plan.statements.back();
    const bool same_table = std::ranges::all_of(
        plan.statements, [&](const auto& statement) { return table_of(statement) == table_of(last); });
    return same_table ? std::visit(*this, last) : KeySlots();
  }
  KeySlots operator()(const ConditionalPlan& plan) const {
    return std::visit(*this, plan.writes.back().write);  // all are on one table
  }
  KeySlots operator()(const WritePlan& plan) const { return std::visit(*this, plan); }
  KeySlots operator()(const DefinitionPlan&) const { return {}; }
  KeySlots operator()(const UsePlan&) const { return {}; }
  KeySlots operator()(const AnswerPlan&) const { return {}; }
};

}  // namespace

std::vector<std::size_t> partition_key_markers(const Plan& plan, std::span<const std::size_t> markers) {
  std::vector<std::size_t> positions;
  for (const std::size_t slot : std::visit(FindKeySlots(), plan.node)) {
    const auto marker = std::ranges::find(markers, slot);
    if (marker == markers.end()) return {};
    positions.push_back(static_cast<std::size_t>(marker - markers.begin()));
  }
  return positions;
}

}  // namespace cellar
