// Additions: `c = c + 1` of counters, and sums with the stored value in conditional updates.
#include <array>
#include <cassert>

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"
#include "types/number/number.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_null(const AssignmentPlan& assignment, const Column& column) {
  refuse("null_is_added", assignment.span, {{"column", quote_name(column.name)}});
}

std::optional<std::string> counter_change(const AssignmentPlan& assignment, const Column& column,
                                          const Evaluation& evaluation) {
  if (is_unset(assignment.value, evaluation)) return std::nullopt;
  Value change = evaluate(assignment.value, evaluation);
  if (!change || change->empty()) refuse_null(assignment, column);
  if (assignment.kind == AssignmentKind::add) return change;
  const std::int64_t amount = decode_integer(*change);
  if (amount == INT64_MIN) refuse("counter_negation", assignment.span, {{"amount", std::to_string(amount)}});
  return encode_int64(-amount);
}

std::optional<std::string> sum_with_stored(const AssignmentPlan& assignment, const Column& column,
                                           const WriteRun& run) {
  assert(run.stored != nullptr);
  const auto& sum = std::get<CallNode>(assignment.value.node);
  const Node& added = sum.arguments[1];
  if (is_unset(added, run.evaluation)) return std::nullopt;
  std::array<Value, 2> operands;
  operands[1] = evaluate(added, run.evaluation);
  if (!operands[1]) refuse_null(assignment, column);
  read_column(*run.stored, assignment.column, operands[0]);
  if (!operands[0]) return std::nullopt;
  return sum.function.evaluate(sum.function, operands, *run.evaluation.context);
}

}  // namespace

bool is_addition(const AssignmentPlan& assignment, const Column& column) {
  const bool adds = assignment.kind == AssignmentKind::add || assignment.kind == AssignmentKind::subtract;
  return adds && !is_multicell(column.type);
}

std::optional<std::string> added_value(const AssignmentPlan& assignment, const Column& column,
                                       const WriteRun& run) {
  if (column.type.kind == TypeKind::counter) return counter_change(assignment, column, run.evaluation);
  return sum_with_stored(assignment, column, run);
}

}  // namespace cellar
