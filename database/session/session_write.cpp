// How a session writes: in its group, or through the queue of the database.

#include <algorithm>

#include "database/results/conditional_answer.h"
#include "database/session/session_state.h"
#include "database/session/submitted_write.h"
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

/// The write of a session whose thread waits for it.
class SessionState::Write final : public QueuedWrite {
 public:
  Write(SessionState& session, Gather gather) : session_(session), gather_(gather) {}
  bool write(WriteTransaction& transaction) override {
    return session_.gather_and_apply(gather_, transaction);
  }

 private:
  SessionState& session_;
  Gather gather_;
};

Progress SessionState::write(Gather gather) {
  began_.reset();
  while (true) {
    try {
      return write_once(gather);
    } catch (const KeyTimeAhead& ahead) {
      wait_for_clock(ahead);
    }
  }
}

Progress SessionState::write_once(Gather gather) {
  const auto progress_of = [](bool written) { return written ? Progress::done : Progress::other_way; };
  if (group.is_open()) return progress_of(write_in_group(gather));
  if (wait_.is_submitted()) {
    submitted_write_ = std::make_unique<SubmittedWrite>(*this, gather);
    database->writes.submit(*submitted_write_, settings.wait.limit);
    return Progress::in_queue;
  }
  Write write(*this, gather);
  const Workers::Waiting waiting(database->workers);
  const Progress progress = progress_of(database->writes.run(write, wait_.current()));
  if (progress == Progress::done) note("Committed");
  return progress;
}

/// All mutations of a statement are known before the first is applied, so a refused statement leaves the
/// transaction as it was.
bool SessionState::gather_and_apply(Gather gather, WriteTransaction& transaction) {
  mutations_.clear();
  if (!(this->*gather)(transaction, mutations_)) return false;
  const bool writes = !mutations_.empty();
  transaction.apply(std::move(mutations_));
  if (observer_ && writes) observer_->note_merged();
  return true;
}

bool SessionState::write_in_group(Gather gather) {
  WriteTransaction& transaction = group.transaction_or([this] { return wait_.begin_to_write(); });
  try {
    if (!gather_and_apply(gather, transaction)) return false;
  } catch (...) {
    group.give_up_if_broken();
    throw;
  }
  group.count_write();
  note("Left it in the open group, which is committed later");
  return true;
}

Progress SessionState::run_write() {
  if (!running_.planned || running_.planned->policy != settings.policy) {
    std::optional<Transaction> snapshot;
    Transaction& source = plans_.source_of_reads(snapshot);
    plan_running(source);
  }
  bind(*running_.planned, running_.values, slots_);
  return write(&SessionState::gather_planned);
}

/// Plans the statement anew if the schema has changed since it was planned.
bool SessionState::gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!plans_.holds(running_.planned, transaction)) {
    plan_running(transaction);
    bind(*running_.planned, running_.values, slots_);
  }
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

bool SessionState::gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!plans_.serves(*running_.planned, transaction)) return false;
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

void SessionState::note_batch(BatchStatement::Kind kind, const std::vector<Mutation>& mutations) {
  std::vector<Diagnostic> given = batch_notices(kind, mutations, settings.teaches());
  if (!given.empty()) running_.answer = std::make_unique<ResultState>(std::move(given));
}

/// Gathers the statements one after another as batches of one, which mean the same: the planner's rules that
/// span the statements of a batch are about conditions and counters, and bind_batch() takes no batch with these.
bool SessionState::gather_known_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  EvaluationContext context = database->evaluation_context();
  if (running_.batched == 0) return true;
  const Timestamp timestamp = timestamp_of(*batch_[0].known->planned, transaction, context);
  if (observer_) observer_->begin_write(transaction);
  WriteRun batch = write_run(transaction, context, {}, timestamp);
  const bool is_timed = choose_times_of_batch(context, batch);
  try {
    for (std::size_t index = 0; index < running_.batched; ++index) {
      const BatchedStatement& statement = batch_[index];
      const CachedPlan& planned = *statement.known->planned;
      if (!plans_.serves(planned, transaction)) return false;
      WriteRun run = batch;
      run.evaluation.slots = statement.slots;
      run.later = batch.later_of(index);
      gather_plan(planned, run, mutations);
    }
  } catch (const Refusal&) {
    return false;  // the long way refuses it again, with its place in the whole text
  }
  if (observer_) observer_->note_gathered(transaction, mutations);
  const WritePlan& first = batch_[0].known->planned->write();
  note_batch(std::get<BatchPlan>(first).kind, mutations);
  if (is_timed) note_times(first);
  free_large_batch();  // the mutations hold all that is applied
  return true;
}

ResultPointer SessionState::end_write() {
  keep_plan();
  if (is_analyzing()) return end_analysis(std::move(running_.answer));
  if (!running_.planned) return std::move(running_.answer);
  if (!running_.answer) return without_rows(running_.planned);
  const std::vector<Diagnostic> planned = told_.planned(*running_.planned);
  running_.answer->notices.insert(running_.answer->notices.begin(), planned.begin(), planned.end());
  return with_own_places(std::move(running_.answer));
}

Timestamp SessionState::timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                                     const EvaluationContext& context) const {
  const Request* const request = running_.request;
  const bool is_given = request != nullptr && request->timestamp;
  if (is_given && std::visit(TakesTimestamp{}, planned.write())) return *request->timestamp;
  return transaction.next_timestamp(context.now_microseconds);
}

WriteRun SessionState::write_run(WriteTransaction& transaction, EvaluationContext& context,
                                 std::span<const BoundValue> slots, Timestamp timestamp) const {
  return {transaction, {slots, &context, now_seconds(context.now_microseconds), nullptr, {}}, timestamp};
}

void SessionState::gather_plan(const CachedPlan& planned, const WriteRun& run,
                               std::vector<Mutation>& mutations) {
  running_.answer = std::visit(GatherWrite{running_.planned, run, mutations}, planned.write());
}

void SessionState::write_plan(const CachedPlan& planned, WriteTransaction& transaction,
                              std::vector<Mutation>& mutations) {
  EvaluationContext context = database->evaluation_context();
  WriteRun run = write_run(transaction, context, slots_, timestamp_of(planned, transaction, context));
  if (planned.direct && writes_directly() && !observer_) return planned.direct->write(run);
  if (planned.direct_conditional && plans_.takes_short_ways() && !observer_ &&
      planned.direct_conditional->write(run)) {
    running_.answer = answer_of(running_.planned, std::nullopt);
    return;
  }
  if (observer_) observer_->begin_write(transaction);
  if (planned.has_generated_time) {
    choose_times_of(planned.write(), context, run);
    if (planned.direct_timed && run.keys != nullptr && writes_directly() && !observer_) {
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

void SessionState::add_notices(std::vector<Diagnostic> added) {
  if (added.empty()) return;
  if (!running_.answer) running_.answer = std::make_unique<ResultState>(std::vector<Diagnostic>());
  std::ranges::move(added, std::back_inserter(running_.answer->notices));
}

void SessionState::apply_watched(const CachedPlan& planned, const WriteRun& run,
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
      if (told_.is_new(mutations.front().table->id, notice.code())) add_notices({std::move(notice)});
    }
  });
  mutations.clear();
}

}  // namespace cellar
