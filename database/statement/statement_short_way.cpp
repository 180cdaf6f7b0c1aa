// Runs statements by plans that are known, with values encoded from their literals.

#include "database/statement/statement_run.h"

namespace cellar {

StepResult StatementRun::run_by_shape(ResultPointer& result) {
  if (text_binder_.bind(running_.text, running_.bound, slots_)) {
    running_.planned = running_.bound.known->planned;
    return run_bound(result);
  }
  return is_batch(running_.text) ? run_batch_by_shapes(result) : StepResult::other_way;
}

/// Runs the known plan with the values in `slots_`.
StepResult StatementRun::run_bound(ResultPointer& result) {
  const auto note_found = [this] {
    if (observer_ && running_.bound.list_sizes.empty())
      observer_->note_planned("Found the plan of this shape");
  };
  if (std::holds_alternative<SelectPlan>(running_.planned->plan.node)) {
    std::optional<Transaction> snapshot;
    Transaction& source = plans_.source_of_reads(snapshot);
    if (!plans_.fits(*running_.planned, source)) return StepResult::other_way;
    note_found();
    result = run_select(source, snapshot);
    return StepResult::done;
  }
  note_found();
  const StepResult step = write(&StatementRun::gather_known);
  if (step == StepResult::done) result = end_write();
  return step;
}

StepResult StatementRun::run_batch_by_shapes(ResultPointer& result) {
  BatchText batch;
  if (watches_writes() || !split_batch(running_.text, batch) || !batch_.bind(batch))
    return StepResult::other_way;
  if (observer_) observer_->note_planned("Found the plans of these shapes");
  return run_bound_batch(result);
}

StepResult StatementRun::run_parts(ResultPointer& result) {
  if (plans_.takes_short_ways() && !watches_writes() && batch_.bind(*running_.parts)) {
    if (observer_) observer_->note_planned("Found the plans of the statements");
    const StepResult step = run_bound_batch(result);
    if (step != StepResult::other_way) return step;
  }
  return run_long(result);
}

StepResult StatementRun::run_bound_batch(ResultPointer& result) {
  const StepResult step = write(&StatementRun::gather_known_batch);
  if (step == StepResult::done) result = end_write();
  return step;
}

}  // namespace cellar
