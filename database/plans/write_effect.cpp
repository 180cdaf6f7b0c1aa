#include "database/plans/write_effect.h"

#include <algorithm>

#include "planner/write/generated_times.h"

namespace cellar {

namespace {

bool is_list(const Table& table, std::size_t column) {
  const Type& type = table.columns[column].type;
  return type.kind == TypeKind::list && is_multicell(type);
}

/// The elements of a list are ordered by the times at which a node writes them, not by the timestamp of the write.
bool writes_list(const UpsertPlan& plan) {
  return std::ranges::any_of(plan.assignments, [&](const AssignmentPlan& assignment) {
    return is_list(*plan.table, assignment.column);
  });
}

bool writes_list(const DeletePlan& plan) {
  return std::ranges::any_of(plan.columns, [&](const DeletionPlan& deletion) {
    return deletion.key && is_list(*plan.table, deletion.column);
  });
}

/// A write to a list by position or value reads the list first, so a deletion must keep its order among such writes.
bool deletes_list(const UpsertPlan& /*plan*/) { return false; }

bool deletes_list(const DeletePlan& plan) {
  for (std::size_t column = 0; column < plan.table->columns.size(); ++column) {
    const bool is_deleted =
        plan.columns.empty() ||
        std::ranges::find(plan.columns, column, &DeletionPlan::column) != plan.columns.end();
    if (is_deleted && is_list(*plan.table, column)) return true;
  }
  return false;
}

bool is_of_one_partition(const std::vector<Choices>& key) {
  return std::ranges::all_of(key, [](const Choices& choices) { return !choices.is_in && !choices.list; });
}

struct EffectOfWrite {
  template <typename OnePlan>
  WriteEffect effect_of_one(const OnePlan& plan) const {
    const bool orders = writes_list(plan);
    return {.is_unconditional = true,
            .is_repeatable = !orders && !plan.table->is_counter() && !gives_new_values(plan),
            .is_of_one_partition = is_of_one_partition(plan.partition_key),
            .keeps_order = orders || deletes_list(plan)};
  }

  WriteEffect operator()(const UpsertPlan& plan) const { return effect_of_one(plan); }
  WriteEffect operator()(const DeletePlan& plan) const {
    // A deletion of a counter stays between the additions before and behind it, so nothing else is under way then.
    if (plan.table->is_counter()) return {};
    return effect_of_one(plan);
  }
  WriteEffect operator()(const BatchPlan& plan) const {
    WriteEffect all{.is_unconditional = true, .is_repeatable = true};
    for (const auto& statement : plan.statements) {
      const WriteEffect effect = std::visit(*this, statement);
      all.is_unconditional = all.is_unconditional && effect.is_unconditional;
      all.is_repeatable = all.is_repeatable && effect.is_repeatable;
      all.keeps_order = all.keeps_order || effect.keeps_order;
    }
    return all;
  }
  WriteEffect operator()(const ConditionalPlan&) const { return {}; }

  WriteEffect operator()(const WritePlan& plan) const { return std::visit(*this, plan); }
  WriteEffect operator()(const SelectPlan&) const { return {}; }
  WriteEffect operator()(const DefinitionPlan&) const { return {}; }
  WriteEffect operator()(const UsePlan&) const { return {}; }
  WriteEffect operator()(const AnswerPlan&) const { return {}; }
};

}  // namespace

WriteEffect effect_of_write(const Plan& plan) { return std::visit(EffectOfWrite(), plan.node); }

}  // namespace cellar
