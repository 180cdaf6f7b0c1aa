#include "database/statement/short_way.h"

#include "database/statement/statement_answer.h"

namespace cellar {

StepResult ShortWay::run_text(ResultPointer& result) {
  if (binder_.bind(running_.text, running_.bound, running_.slots)) {
    running_.planned = running_.bound.known->planned;
    return run_bound(result);
  }
  if (!is_batch(running_.text)) return StepResult::other_way;
  BatchText batch;
  if (session_.watches_writes() || !split_batch(running_.text, batch) || !batch_.bind(batch))
    return StepResult::other_way;
  if (session_.observer) session_.observer->note_planned("Found the plans of these shapes");
  return run_batch(result);
}

/// Runs the known plan with the values of its slots.
StepResult ShortWay::run_bound(ResultPointer& result) {
  const auto note_found = [this] {
    if (session_.observer && running_.bound.list_sizes.empty())
      session_.observer->note_planned("Found the plan of this shape");
  };
  if (std::holds_alternative<SelectPlan>(running_.planned->plan.node)) {
    std::optional<Transaction> snapshot;
    Transaction& source = session_.plans.source_of_reads(snapshot);
    if (!session_.plans.fits(*running_.planned, source)) return StepResult::other_way;
    note_found();
    result = read_.select(source, snapshot);
    return StepResult::done;
  }
  note_found();
  return answer_known_write(write_.run_known(), result);
}

StepResult ShortWay::run_parts(ResultPointer& result) {
  if (!session_.plans.takes_short_ways() || session_.watches_writes() || !batch_.bind(*running_.parts))
    return StepResult::other_way;
  if (session_.observer) session_.observer->note_planned("Found the plans of the statements");
  return run_batch(result);
}

StepResult ShortWay::run_batch(ResultPointer& result) {
  return answer_known_write(write_.run_batch(batch_), result);
}

StepResult ShortWay::answer_known_write(StepResult step, ResultPointer& result) {
  if (step == StepResult::done) result = answer_of_write(session_, running_);
  return step;
}

}  // namespace cellar
