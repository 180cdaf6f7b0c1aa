#include "database/statement/bound_batch.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "database/session/session_plans.h"
#include "database/statement/batch_parts.h"

namespace cellar {

namespace {

constexpr std::string_view kBatchEnd = " APPLY BATCH";

/// Returns true if the statement means the same in a batch of its own: rules that span the statements of a batch
/// are about conditions and counters.
bool is_independent(const CachedPlan& planned) {
  const auto* const batch = write_in<BatchPlan>(planned.plan.node);
  return batch != nullptr && std::ranges::none_of(batch->statements, [](const auto& statement) {
           return std::visit([](const auto& plan) { return plan.table->is_counter(); }, statement);
         });
}

bool is_one(const CachedPlan& planned) {
  const auto* const batch = write_in<BatchPlan>(planned.plan.node);
  return batch != nullptr && batch->statements.size() == 1;
}

}  // namespace

void BoundBatch::free_if_large() {
  constexpr std::size_t kMostKept = 1'000;
  if (statements_.size() <= kMostKept) return;
  statements_ = {};
  count_ = 0;
}

BatchedStatement& BoundBatch::add() {
  if (count_ == statements_.size()) statements_.emplace_back();
  return statements_[count_++];
}

bool BoundBatch::bind(const BatchText& batch) {
  free_if_large();  // that of a batch that was refused
  count_ = 0;
  std::optional<Transaction> snapshot;
  std::string text;
  try {
    Transaction& source = plans_.source_of_reads(snapshot);
    for (const std::string_view statement : batch.statements) {
      if (!bind_statement(batch, statement, source, text)) return false;
    }
    return true;
  } catch (const Refusal&) {
    return false;  // the long way refuses it again, with its place in the whole text
  }
}

bool BoundBatch::bind_statement(const BatchText& batch, std::string_view statement, Transaction& source,
                                std::string& text) {
  statement.remove_suffix(1);
  text.assign(batch.head);
  text += statement;
  text += kBatchEnd;
  KnownShapePointer known = plans_.find_or_plan(text, source);
  if (!known || !is_independent(*known->planned)) return false;
  BatchedStatement& bound = add();
  if (!bind_shape(*known, text, plans_.shape(), bound.slots)) return false;
  bound.known = std::move(known);
  return true;
}

bool BoundBatch::bind(const BatchParts& parts) {
  free_if_large();
  count_ = 0;
  std::optional<Transaction> snapshot;
  std::string text;
  try {
    Transaction& source = plans_.source_of_reads(snapshot);
    for (const BatchPart& part : parts.parts()) {
      if (!bind_part(parts, part, source, text)) return false;
    }
    return true;
  } catch (const Refusal&) {
    return false;  // as above
  }
}

bool BoundBatch::bind_part(const BatchParts& parts, const BatchPart& part, Transaction& source,
                           std::string& text) {
  parts.write_alone(part, text);
  KnownShapePointer known = plans_.find_or_plan(text, source);
  if (!known || !is_one(*known->planned) || !is_independent(*known->planned)) return false;
  const CachedPlan& planned = *known->planned;
  if (planned.markers.size() != part.values.size()) return false;
  if (const PreparedState* const prepared = parts.prepared_of(part)) prepared->check_markers(planned);
  BatchedStatement& bound = add();
  if (!planned.markers.empty()) {
    cellar::bind(planned, part.values, bound.slots);
  } else if (!bind_shape(*known, text, plans_.shape(), bound.slots)) {
    return false;
  }
  bound.known = std::move(known);
  return true;
}

}  // namespace cellar
