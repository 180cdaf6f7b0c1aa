// Runs statements by plans that are known, with values encoded from their literals.

#include "database/statement/statement_run.h"

namespace cellar {

Progress StatementRun::run_by_shape(ResultPointer& result) {
  if (text_binder_.bind(running_.text, running_.bound, slots_)) {
    running_.planned = running_.bound.known->planned;
    return run_bound(result);
  }
  return is_batch(running_.text) ? run_batch_by_shapes(result) : Progress::other_way;
}

/// Runs the known plan with the values in `slots_`.
Progress StatementRun::run_bound(ResultPointer& result) {
  const auto note_found = [this] {
    if (observer_ && running_.bound.list_sizes.empty())
      observer_->note_planned("Found the plan of this shape");
  };
  if (std::holds_alternative<SelectPlan>(running_.planned->plan.node)) {
    std::optional<Transaction> snapshot;
    Transaction& source = plans_.source_of_reads(snapshot);
    if (!plans_.serves(*running_.planned, source)) return Progress::other_way;
    note_found();
    result = run_select(source, snapshot);
    return Progress::done;
  }
  note_found();
  const Progress progress = write(&StatementRun::gather_known);
  if (progress == Progress::done) result = end_write();
  return progress;
}

Progress StatementRun::run_batch_by_shapes(ResultPointer& result) {
  BatchText batch;
  if (watches_writes() || !split_batch(running_.text, batch) || !batch_.bind(batch))
    return Progress::other_way;
  if (observer_) observer_->note_planned("Found the plans of these shapes");
  return run_bound_batch(result);
}

Progress StatementRun::run_parts(ResultPointer& result) {
  if (plans_.takes_short_ways() && !watches_writes() && batch_.bind(*running_.parts)) {
    if (observer_) observer_->note_planned("Found the plans of the statements");
    const Progress progress = run_bound_batch(result);
    if (progress != Progress::other_way) return progress;
  }
  return run_long(result);
}

Progress StatementRun::run_bound_batch(ResultPointer& result) {
  const Progress progress = write(&StatementRun::gather_known_batch);
  if (progress == Progress::done) result = end_write();
  return progress;
}

}  // namespace cellar
