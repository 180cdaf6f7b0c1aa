#include "planner/planner.h"

#include <algorithm>

#include "planner/access/access.h"
#include "planner/advise/advice.h"
#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/describe.h"
#include "planner/explain/explain.h"
#include "planner/names.h"
#include "planner/refused_plan.h"
#include "planner/select/select.h"
#include "planner/write/conditional_writes.h"
#include "planner/write/write_notices.h"

namespace cellar {

namespace {

/// Plans every alternative of Statement; the compiler reports one that is missing.
class StatementPlanner {
 public:
  StatementPlanner(const std::vector<SlotSource>& sources, const PlanContext& context, Plan& plan)
      : sources_(sources), context_(context), plan_(plan) {}

  void operator()(const SelectStatement& statement) {
    plan_.node = plan_select(statement, context_, sources_, plan_.slots, plan_.notices);
  }
  void operator()(const InsertStatement& statement) {
    plan_.node = plan_with_conditions(statement, writes());
  }
  void operator()(const UpdateStatement& statement) {
    plan_.node = plan_with_conditions(statement, writes());
  }
  void operator()(const DeleteStatement& statement) {
    plan_.node = plan_with_conditions(statement, writes());
  }
  void operator()(const BatchStatement& statement) { plan_.node = plan_with_conditions(statement, writes()); }
  void operator()(const UseStatement& statement) {
    plan_.node = UsePlan{resolve_keyspace(statement.keyspace, context_).name};
  }
  void operator()(const TruncateStatement& statement) {
    const TablePointer table = resolve_changed_table(statement.table, context_);
    require_no_view(*table, "TRUNCATE", "TRUNCATE " + quote_name(table->view_of ? table->view_of->base : ""),
                    statement.table.span);
    plan_.node = TruncatePlan{table};
  }
  void operator()(const AlterTableStatement& statement) {
    plan_.node = plan_definition(statement, context_, sources_);
  }
  void operator()(const CreateKeyspaceStatement& statement) {
    plan_.node = plan_definition(statement, context_, plan_.notices);
  }
  void operator()(const AlterKeyspaceStatement& statement) {
    plan_.node = plan_definition(statement, context_, plan_.notices);
  }
  void operator()(const CreateIndexStatement& statement) {
    plan_.node = plan_definition(statement, context_, plan_.notices);
  }
  void operator()(const CreateViewStatement& statement) {
    plan_.node = plan_definition(statement, context_, sources_, plan_.slots, plan_.notices);
  }
  void operator()(const DescribeStatement& statement) { plan_.node = plan_describe(statement, context_); }
  void operator()(const ExplainStatement& statement) {
    plan_.node = plan_explain(statement, context_, plan_);
  }
  void operator()(const RoleStatement& statement) { refuse_access(statement, context_.node.datacenter); }
  void operator()(const PermissionStatement& statement) { refuse_access(statement); }
  void operator()(const LoginStatement& statement) { refuse_access(statement); }
  template <typename Definition>
  requires(Definition::kAccess == Access::definition) void operator()(const Definition& statement) {
    plan_.node = plan_definition(statement, context_);
  }

 private:
  WriteContext writes() { return {context_, sources_, plan_.slots, plan_.documents}; }

  const std::vector<SlotSource>& sources_;
  const PlanContext& context_;
  Plan& plan_;
};

void check_markers(const Statement& statement) {
  constexpr std::ptrdiff_t kMostMarkers = 65'535;
  if (statement.slots.size() <= kMostMarkers) return;
  const auto count = std::ranges::count(statement.slots, SlotSource::Kind::marker, &SlotSource::kind);
  if (count > kMostMarkers) refuse("too_many_markers", {}, {{"given", std::to_string(count)}});
}

/// Returns whether a SELECT is refused with ALLOW FILTERING, too: ORDER BY and GROUP BY are checked after filtering.
/// `plan` is then that of the second try, which gets at least as far as the first.
bool is_refused_filtering(const Statement& statement, const SelectStatement& select, PlanContext context,
                          Plan& plan) {
  if (select.order_by.empty() && select.group_by.empty()) return false;
  context.filters_freely = true;
  context.policy = Policy::cassandra;
  plan = {};
  try {
    plan_incompletely(statement, context, plan);
    return false;
  } catch (const Refusal&) {
    return true;
  }
}

}  // namespace

void complete_refusal(Diagnostic& refusal, const Statement& statement, const PlanContext& context,
                      Plan& plan) {
  const auto* const select = std::get_if<SelectStatement>(&statement.node);
  if (select == nullptr) return;
  refusal.is_refused_filtering =
      refusal.has(Trait::needs_filtering) && is_refused_filtering(statement, *select, context, plan);
  propose_table(refusal, *select, statement.slots, context);
}

bool is_refused_for_its_shape(const Diagnostic& refusal, const Statement& statement, const Plan& plan) {
  return refusal.has(Trait::of_schema) && plan.slots.size() == statement.slots.size() &&
         std::ranges::all_of(plan.slots, &Slot::takes_any_text);
}

Plan plan(const Statement& statement, const PlanContext& context) {
  Plan plan;
  try {
    plan_incompletely(statement, context, plan);
    return plan;
  } catch (Refusal& refusal) {
    complete_refusal(refusal.diagnostic, statement, context, plan);
    throw;
  }
}

void plan_incompletely(const Statement& statement, const PlanContext& context, Plan& plan) {
  check_markers(statement);
  for (const SlotSource& source : statement.slots) {
    // A preliminary type. It stays if a later value replaces this one, which is then never planned.
    const bool literal = source.kind == SlotSource::Kind::literal;
    plan.slots.emplace_back().type =
        literal ? natural_type(source.literal.kind, source.literal.text) : Type{};
  }
  std::visit(StatementPlanner(statement.slots, context, plan), statement.node);
  if (context.policy == Policy::teach) note_writes(plan);
  for (std::size_t index = 0; index < statement.slots.size(); ++index) {
    if (const std::optional<Name>& name = statement.slots[index].name) plan.slots[index].name = name->text;
  }
}

}  // namespace cellar
