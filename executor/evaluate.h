// Evaluates expressions.
//
// In:      a Node of a plan, the values of the slots, and what the expression may read: a row, the results of
//          aggregates.
// Out:     native-protocol bytes of the node's type, or null.
// Refused: null in a collection, an unset marker where it has no meaning, limits that are null or not
//          positive, and what functions refuse.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "executor/row_view.h"
#include "planner/plan/node.h"
#include "types/value/value.h"

namespace cellar {

/// Counts steps that visit no entries of the store, and asks from time to time whether the statement should
/// end.
class StepMeter {
 public:
  /// `interrupted` must outlive it, and may be empty.
  explicit StepMeter(const std::function<bool()>& interrupted) : interrupted_(interrupted) {}

  /// Refuses (`interrupted`) if the answer is yes. Long work counts as several steps.
  void count(std::uint64_t steps = 1) {
    if ((steps_ += steps) >= kStepsBetweenAsks) ask();
  }

 private:
  static constexpr std::uint64_t kStepsBetweenAsks = 1'000;

  void ask();

  const std::function<bool()>& interrupted_;
  std::uint64_t steps_ = 0;  // since the last question
};

struct Evaluation {
  std::span<const BoundValue> slots;
  EvaluationContext* context = nullptr;
  Seconds now = 0;
  const RowView* row = nullptr;
  std::span<const Value> aggregates;
  StepMeter* steps = nullptr;  // null: nobody is asked

  void count_step() const {
    if (steps != nullptr) steps->count();
  }
  /// Counts the steps of a function, which grow with the sizes of its arguments.
  void count_call(std::span<const Value> arguments) const;
};

Value evaluate(const Node& node, const Evaluation& evaluation);
/// As above; stores the result in `value`, reusing its memory.
void evaluate_into(const Node& node, const Evaluation& evaluation, Value& value);

/// Returns true for a slot, a constant and null, whose values need no computation.
bool is_ready(const Node& node);
/// Returns the value of such a node, null for an unset marker. The view is valid as long as the plan and the
/// slots.
ValueView ready_value(const Node& node, const Evaluation& evaluation);

/// Returns the value of a node of an integer type; nothing for null and for an empty value.
std::optional<std::int64_t> evaluate_integer(const Node& node, const Evaluation& evaluation);

/// Returns true for a marker that was left unset: its part of the statement is then ignored.
bool is_unset(const Node& node, const Evaluation& evaluation);

/// Returns the number of rows that LIMIT or PER PARTITION LIMIT allows; nothing if there is no limit or its
/// marker is unset. Refuses null and numbers that are not positive.
std::optional<std::int32_t> limit_value(const std::optional<Node>& limit, const Evaluation& evaluation);

}  // namespace cellar
