// From an expression to a value.
//
// In:      a Node of a plan, the values of the slots, and what the expression may look at: a row, the
//          results of aggregates.
// Out:     native bytes of the node's type, or null.
// Refused: null inside a collection, an unset marker where it means nothing, limits that are null or not
//          positive, and what functions refuse.
#pragma once

#include <span>

#include "executor/row_view.h"
#include "planner/plan.h"
#include "types/value/value.h"

namespace cellar {

struct Evaluation {
  std::span<const BoundValue> slots;
  EvaluationContext* context = nullptr;
  Seconds now = 0;
  const RowView* row = nullptr;
  std::span<const Value> aggregates;
};

Value evaluate(const Node& node, const Evaluation& evaluation);
/// The same into memory that is used again.
void evaluate_into(const Node& node, const Evaluation& evaluation, Value& value);

/// True for a slot, a constant and null: their values are there without being computed.
bool is_ready(const Node& node);
/// The value of such a node, null for an unset marker; as long as the plan and the slots last.
ValueView ready_value(const Node& node, const Evaluation& evaluation);

/// Returns the number that a node of an integer type has; nothing for null and for an empty value.
std::optional<std::int64_t> evaluate_integer(const Node& node, const Evaluation& evaluation);

/// True for a marker that was left unset: the part of the statement that it stands for is left out.
bool is_unset(const Node& node, const Evaluation& evaluation);

/// How many rows LIMIT or PER PARTITION LIMIT lets through; nothing without one, and for an unset marker. Refuses
/// null and what is not positive.
std::optional<std::int32_t> limit_value(const std::optional<Node>& limit, const Evaluation& evaluation);

}  // namespace cellar
