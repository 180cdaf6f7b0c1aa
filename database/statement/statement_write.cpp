// Runs statements that write: in the group of the session, or through the queue of the database.

#include <algorithm>
#include <iterator>
#include <utility>

#include "database/results/conditional_answer.h"
#include "database/statement/submitted_write.h"
#include "executor/write/batch_notices.h"
#include "executor/write/conditional_write.h"
#include "executor/write/value_notices.h"
#include "executor/write/watched_write.h"

namespace cellar {

namespace {

/// Gathers what a write changes, and returns its answer if it has one.
struct GatherWrite {
  const CachedPlanPointer& planned;
  const WriteRun& run;
  std::vector<Mutation>& mutations;

  ResultPointer operator()(const UpsertPlan& plan) const { return gather_silently(plan); }
  ResultPointer operator()(const DeletePlan& plan) const { return gather_silently(plan); }
  ResultPointer operator()(const BatchPlan& plan) const { return gather_silently(plan); }
  ResultPointer operator()(const ConditionalPlan& plan) const {
    return answer_of(planned, gather(plan, run, mutations));
  }

 private:
  template <typename Plan>
  ResultPointer gather_silently(const Plan& plan) const {
    gather(plan, run, mutations);
    return nullptr;
  }
};

/// Writes whose time is that of the clock, whatever a request says: conditions decide by what is stored now, and
/// additions to a counter must not be older than its deletion.
struct TakesTimestamp {
  bool operator()(const UpsertPlan& plan) const { return !plan.table->is_counter(); }
  bool operator()(const DeletePlan& plan) const { return !plan.table->is_counter(); }
  bool operator()(const BatchPlan& plan) const {
    return std::ranges::all_of(plan.statements, [this](const auto& each) { return std::visit(*this, each); });
  }
  bool operator()(const ConditionalPlan&) const { return false; }
};

/// For what only serves a notice: a row that cannot be read must not refuse the write, which may have been applied.
template <typename Action>
void unless_it_fails(Action action) {
  try {
    action();
  } catch (const std::exception&) {
    // The next statement that needs the row says what is wrong with it.
  }
}

}  // namespace

/// A write whose thread waits for it.
class StatementRun::Write final : public QueuedWrite {
 public:
  Write(StatementRun& statement, Gather gather) : statement_(statement), gather_(gather) {}
  bool write(WriteTransaction& transaction) override {
    return statement_.gather_and_apply(gather_, transaction);
  }

 private:
  StatementRun& statement_;
  Gather gather_;
};

StepResult StatementRun::run_write() {
  if (!running_.planned || running_.planned->policy != settings_.policy) {
    std::optional<Transaction> snapshot;
    plan_running(plans_.source_of_reads(snapshot));
  }
  cellar::bind(*running_.planned, running_.values, slots_);
  return write(&StatementRun::gather_planned);
}

StepResult StatementRun::write(Gather gather) {
  times_.begin();
  while (true) {
    try {
      return write_once(gather);
    } catch (const KeyTimeAhead& ahead) {
      wait_for_clock(ahead);
    }
  }
}

void StatementRun::wait_for_clock(const KeyTimeAhead& ahead) {
  times_.wait_for_clock(ahead);
  note_wait_for_clock();
}

void StatementRun::note_wait_for_clock() {
  note("Waited for the clock: the next time that its key can take was more than a second ahead");
}

/// Lets go_on() be called when the time has come: any number of submitted writes may wait, without a thread each.
StepResult StatementRun::continue_later(const KeyTimeAhead& ahead) {
  const auto delay = std::chrono::ceil<std::chrono::milliseconds>(times_.time_to_wait(ahead));
  has_waited_ = true;
  database_->delayed.run_after(delay, [this] { write_ended_(); });
  return StepResult::in_queue;
}

StepResult StatementRun::write_once(Gather gather) {
  const auto step_of = [](bool written) { return written ? StepResult::done : StepResult::other_way; };
  if (group_.is_open()) return step_of(write_in_group(gather));
  if (wait_.is_submitted()) {
    submitted_write_ = std::make_unique<SubmittedWrite>(*this, gather);
    database_->writes.submit(*submitted_write_, settings_.wait.limit);
    return StepResult::in_queue;
  }
  Write write(*this, gather);
  const Workers::Waiting waiting(database_->workers);
  const StepResult step = step_of(database_->writes.run(write, wait_.current()));
  if (step == StepResult::done) note("Committed");
  return step;
}

bool StatementRun::is_written() const { return submitted_write_->is_written(); }

bool StatementRun::is_queued_write(const Prepared& prepared) const {
  return prepared.state()->is_write() && !group_.is_open() && !settings_.tracing && !observer_;
}

StepResult StatementRun::go_on(ResultPointer& result) {
  if (std::exchange(has_waited_, false)) {
    if (wait_.is_interrupted()) refuse("interrupted");
    note_wait_for_clock();
    return write_once(submitted_write_->gatherer());
  }
  bool is_written = false;
  try {
    is_written = submitted_write_->result();
  } catch (const KeyTimeAhead& ahead) {
    return continue_later(ahead);
  }
  if (!is_written) return run_long(result);
  note("Committed");
  result = end_write();
  return StepResult::done;
}

bool StatementRun::write_in_group(Gather gather) {
  WriteTransaction& transaction = group_.transaction_or([this] { return wait_.begin_to_write(); });
  try {
    if (!gather_and_apply(gather, transaction)) return false;
  } catch (...) {
    group_.give_up_if_broken();
    throw;
  }
  group_.count_write();
  note("Left it in the open group, which is committed later");
  return true;
}

/// All mutations of a statement are known before the first is applied, so a refused statement leaves the
/// transaction as it was.
bool StatementRun::gather_and_apply(Gather gather, WriteTransaction& transaction) {
  mutations_.clear();
  if (!(this->*gather)(transaction, mutations_)) return false;
  const bool writes = !mutations_.empty();
  // A write that reads first (conditions, lists) may have outlived its deadline.
  if (writes && wait_.is_interrupted()) refuse("interrupted");
  transaction.apply(std::move(mutations_));
  if (observer_ && writes) observer_->note_merged();
  return true;
}

/// Plans the statement anew if the schema has changed since it was planned.
bool StatementRun::gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!plans_.is_current(running_.planned, transaction)) {
    plan_running(transaction);
    cellar::bind(*running_.planned, running_.values, slots_);
  }
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

bool StatementRun::gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!plans_.fits(*running_.planned, transaction)) return false;
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

/// Gathers the statements one after another as batches of one, which mean the same: the planner's rules that
/// span the statements of a batch are about conditions and counters, and BoundBatch takes no batch with these.
bool StatementRun::gather_known_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  EvaluationContext context = database_->evaluation_context();
  const std::span<const BatchedStatement> statements = batch_.statements();
  if (statements.empty()) return true;
  const CachedPlan& first = *statements.front().known->planned;
  const Timestamp timestamp = timestamp_of(first, transaction, context);
  if (observer_) observer_->begin_write(transaction);
  WriteRun batch = write_run(transaction, context, {}, timestamp);
  const bool is_timed = times_.choose(statements, context, batch);
  if (!gather_statements(statements, batch, mutations)) return false;
  if (observer_) observer_->note_gathered(transaction, mutations);
  note_batch(std::get<BatchPlan>(first.write()).kind, mutations);
  if (is_timed) note_times(first.write());
  batch_.free_if_large();  // the mutations hold all that is applied
  return true;
}

bool StatementRun::gather_statements(std::span<const BatchedStatement> statements, const WriteRun& batch,
                                     std::vector<Mutation>& mutations) {
  try {
    for (std::size_t index = 0; index < statements.size(); ++index) {
      const BatchedStatement& statement = statements[index];
      const CachedPlan& planned = *statement.known->planned;
      if (!plans_.fits(planned, batch.transaction)) return false;
      WriteRun run = batch;
      run.evaluation.slots = statement.slots;
      run.later = batch.later_of(index);
      gather_plan(planned, run, mutations);
    }
    return true;
  } catch (const Refusal&) {
    return false;  // the long way refuses it again, with its place in the whole text
  }
}

void StatementRun::write_plan(const CachedPlan& planned, WriteTransaction& transaction,
                              std::vector<Mutation>& mutations) {
  EvaluationContext context = database_->evaluation_context();
  WriteRun run = write_run(transaction, context, slots_, timestamp_of(planned, transaction, context));
  const bool writes_directly =
      settings_.path == StatementPath::shortest && !settings_.watches_writes() && !observer_;
  if (planned.direct && writes_directly) return planned.direct->write(run);
  if (planned.direct_conditional && plans_.takes_short_ways() && !observer_ &&
      planned.direct_conditional->write(run)) {
    running_.answer = answer_of(running_.planned, std::nullopt);
    return;
  }
  if (observer_) observer_->begin_write(transaction);
  if (planned.has_generated_time) {
    times_.choose(planned.write(), slots_, context, run);
    if (planned.direct_timed && run.keys != nullptr && writes_directly) {
      planned.direct_timed->write(run);
      return note_times(planned.write());
    }
  }
  gather_plan(planned, run, mutations);
  if (observer_) observer_->note_gathered(transaction, mutations);
  if (const auto* batch = std::get_if<BatchPlan>(&planned.write())) note_batch(batch->kind, mutations);
  if (planned.has_generated_time) note_times(planned.write());
  if (watches_writes()) apply_watched(planned, run, mutations);
}

void StatementRun::gather_plan(const CachedPlan& planned, const WriteRun& run,
                               std::vector<Mutation>& mutations) {
  running_.answer = std::visit(GatherWrite{running_.planned, run, mutations}, planned.write());
}

WriteRun StatementRun::write_run(WriteTransaction& transaction, EvaluationContext& context,
                                 std::span<const BoundValue> slots, Timestamp timestamp) const {
  WriteRun run{transaction, {slots, &context, now_seconds(context.now_microseconds), nullptr, {}}, timestamp};
  run.interrupted = &wait_.current().interrupted;
  return run;
}

Timestamp StatementRun::timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                                     const EvaluationContext& context) const {
  const Request* const request = running_.request;
  const bool is_given = request != nullptr && request->timestamp;
  if (is_given && std::visit(TakesTimestamp{}, planned.write())) return *request->timestamp;
  return transaction.next_timestamp(context.now_microseconds);
}

void StatementRun::note_batch(BatchStatement::Kind kind, const std::vector<Mutation>& mutations) {
  std::vector<Diagnostic> given = batch_notices(kind, mutations, settings_.teaches());
  if (!given.empty()) running_.answer = std::make_unique<ResultState>(std::move(given));
}

void StatementRun::note_times(const WritePlan& plan) {
  if (times_.has_moved() && notice_filter_.note_key_time()) add_notices({times_.notice(plan)});
}

void StatementRun::add_notices(std::vector<Diagnostic> added) {
  if (added.empty()) return;
  if (!running_.answer) running_.answer = std::make_unique<ResultState>(std::vector<Diagnostic>());
  std::ranges::move(added, std::back_inserter(running_.answer->notices));
}

void StatementRun::apply_watched(const CachedPlan& planned, const WriteRun& run,
                                 std::vector<Mutation>& mutations) {
  // A conditional write says itself what it met.
  if (std::holds_alternative<ConditionalPlan>(planned.write())) return;
  std::optional<WatchedWrite> watched;
  unless_it_fails([&] { watched.emplace(planned.write(), mutations, run); });
  run.transaction.apply(std::span<const Mutation>(mutations));
  if (observer_) observer_->note_merged();
  unless_it_fails([&] {
    if (watched) add_notices(watched->notices_after());
    for (Diagnostic& notice : value_notices(mutations, planned.write())) {
      if (notice_filter_.is_new(mutations.front().table->id, notice.code())) add_notices({std::move(notice)});
    }
  });
  mutations.clear();
}

ResultPointer StatementRun::end_write() {
  keep_plan();
  if (is_analyzing()) return end_analysis(std::move(running_.answer));
  if (!running_.planned) return std::move(running_.answer);
  if (!running_.answer) return without_rows(running_.planned);
  const std::vector<Diagnostic> planned = notice_filter_.planned(*running_.planned);
  running_.answer->notices.insert(running_.answer->notices.begin(), planned.begin(), planned.end());
  return with_own_places(std::move(running_.answer));
}

}  // namespace cellar
