// What the expressions of one statement are planned with.
//
// In:      the context, the sources of the slots, the table they speak of.
// Out:     the types of the slots, which are written down here as expressions are planned.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

/// What a value is wanted for: its type, and how refusals and drivers call the place: `k`, `value(tags)`.
struct Receiver {
  Type type;
  std::string name;
};

/// How well a value fits a type: of a function's signatures the one with exact fits is taken.
enum class Fit { no, weak, exact };

struct Scope {
  const PlanContext& context;
  const std::vector<SlotSource>& sources;
  std::vector<Slot>& slots;
  const Table* table = nullptr;
  /// True in a select list: columns may be in expressions, and types come from them rather than from a
  /// receiver.
  bool in_selection = false;
  std::vector<AggregateCall>* aggregates = nullptr;  // of a select list
  bool inside_aggregate = false;

  /// What is known already. Nested calls are looked at once for each type that they are tried as; without
  /// this the time would grow with the power of the nesting.
  std::map<std::pair<const Expression*, std::string>, Fit> fits;
  std::map<const Expression*, std::optional<Type>> known_types;

  Scope(const PlanContext& plan_context, const std::vector<SlotSource>& slot_sources,
        std::vector<Slot>& plan_slots, const Table* of_table)
      : context(plan_context), sources(slot_sources), slots(plan_slots), table(of_table) {}
};

/// The literal that an expression is, in place or as a slot; null for everything else.
const Literal* literal_of(const Expression& expression, const Scope& scope);
/// The literal's very text is about to decide how the statement is planned.
void let_text_decide(const Expression& literal, Scope& scope);
bool is_marker(const Expression& expression, const Scope& scope);
bool is_null(const Expression& expression);

}  // namespace cellar
