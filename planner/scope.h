// The state shared while the expressions of one statement are planned.
//
// In:      the context, the sources of the slots, the statement's table.
// Out:     the types of the slots, which are set as expressions are planned.
// Refused: nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parser/statement/expression.h"
#include "planner/plan/slot.h"
#include "planner/planner.h"

namespace cellar {

struct AggregateCall;  // planner/plan/read_plan.h

/// The place that a value is for: its type, and the name of the place for refusals and drivers: `k`, `value(tags)`.
struct Receiver {
  Type type;
  std::string name;
};

/// How well a value fits a type: among a function's signatures, the one with exact fits is chosen.
enum class Fit { no, weak, exact };

struct Scope {
  const PlanContext& context;
  const std::vector<SlotSource>& sources;
  std::vector<Slot>& slots;
  const Table* table = nullptr;
  /// True in a select list: expressions may contain columns, and no receiver gives them a type.
  bool in_selection = false;
  std::vector<AggregateCall>* aggregates = nullptr;  // those of the select list
  bool inside_aggregate = false;

  /// Types and fits that are known already. A nested call is examined once for each type that it is tried as;
  /// without this cache the time would be exponential in the depth of nesting.
  std::map<std::pair<const Expression*, std::string>, Fit> fits;
  std::map<const Expression*, std::optional<Type>> known_types;

  Scope(const PlanContext& plan_context, const std::vector<SlotSource>& slot_sources,
        std::vector<Slot>& plan_slots, const Table* of_table)
      : context(plan_context), sources(slot_sources), slots(plan_slots), table(of_table) {}
};

/// Returns the literal that an expression is, in place or as a slot; null for other expressions.
const Literal* literal_of(const Expression& expression, const Scope& scope);
/// Notes that the plan depends on the literal's text, so that other values of the slot need another plan.
void let_text_decide(const Expression& literal, Scope& scope);
bool is_marker(const Expression& expression, const Scope& scope);
bool is_null(const Expression& expression);

}  // namespace cellar
