#include "planner/write/insert_json.h"

#include "planner/expression/expressions.h"
#include "planner/plan/slot.h"
#include "planner/plan/write_plan.h"

namespace cellar {

namespace {

/// Adds a slot for each column of the table; returns the first.
std::size_t add_column_slots(const Table& table, std::vector<Slot>& slots) {
  const std::size_t first = slots.size();
  for (const Column& column : table.columns) {
    Slot& slot = slots.emplace_back();
    slot.type = column.type;
    slot.name = column.name;
    slot.has_place = true;
  }
  return first;
}

}  // namespace

void plan_insert_json(const InsertStatement& statement, const WriteContext& context, Scope& scope,
                      UpsertPlan& plan) {
  const Table& table = *plan.table;
  const Node text = plan_value(*statement.json, {native_type(TypeKind::text), "[json]"}, scope);
  const std::size_t first = add_column_slots(table, context.slots);
  context.documents.push_back(
      {plan.table, std::get<SlotNode>(text.node).index, first, statement.json_default_unset});
  std::set<ColumnKind> kinds;
  for (std::size_t index = 0; index < table.columns.size(); ++index) {
    const Column& column = table.columns[index];
    kinds.insert(column.kind);
    const Node value{column.type, SlotNode{first + index}, text.span};
    switch (column.kind) {
      case ColumnKind::partition_key:
        plan.partition_key.push_back({{value}, std::nullopt, false, text.span});
        break;
      case ColumnKind::clustering:
        plan.clustering.push_back(
            {index - table.partition_key_size, 1, {{value}}, std::nullopt, false, text.span});
        break;
      case ColumnKind::static_:
      case ColumnKind::regular:
        AssignmentPlan assignment;
        assignment.column = index;
        assignment.value = value;
        assignment.span = text.span;
        plan.assignments.push_back(std::move(assignment));
        break;
    }
  }
  set_written_row(kinds, plan);
}

}  // namespace cellar
