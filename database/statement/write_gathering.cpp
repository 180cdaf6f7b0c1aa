#include "database/statement/write_gathering.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "database/results/conditional_answer.h"
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

/// For what only serves a notice: a row that cannot be read must not refuse the write.
template <typename Action>
void unless_it_fails(Action action) {
  try {
    action();
  } catch (const std::exception&) {
    // The next statement that needs the row says what is wrong with it.
  }
}

}  // namespace

bool WriteGathering::gather_planned(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!session_.plans.is_current(running_.planned, transaction)) {
    planning_.plan(transaction);
    running_.bind();
  }
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

bool WriteGathering::gather_known(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  if (!session_.plans.fits(*running_.planned, transaction)) return false;
  write_plan(*running_.planned, transaction, mutations);
  return true;
}

/// Gathers the statements one after another as batches of one, which mean the same: the planner's rules that
/// span the statements of a batch are about conditions and counters, and BoundBatch takes no batch with these.
bool WriteGathering::gather_batch(WriteTransaction& transaction, std::vector<Mutation>& mutations) {
  EvaluationContext context = session_.database->evaluation_context();
  const std::span<const BatchedStatement> statements = batch_->statements();
  if (statements.empty()) return true;
  const CachedPlan& first = *statements.front().known->planned;
  const Timestamp timestamp = timestamp_of(first, transaction, context);
  if (session_.observer) session_.observer->begin_write(transaction);
  WriteRun batch = write_run(transaction, context, {}, timestamp);
  const bool is_timed = times_.choose(statements, context, batch);
  if (!gather_statements(statements, batch, mutations)) return false;
  if (session_.observer) session_.observer->note_gathered(transaction, mutations);
  note_batch(std::get<BatchPlan>(first.write()).kind, mutations);
  if (is_timed) note_times(first.write());
  batch_->free_if_large();  // the mutations hold all that is applied
  return true;
}

bool WriteGathering::gather_statements(std::span<const BatchedStatement> statements, const WriteRun& batch,
                                       std::vector<Mutation>& mutations) {
  try {
    for (std::size_t index = 0; index < statements.size(); ++index) {
      const BatchedStatement& statement = statements[index];
      const CachedPlan& planned = *statement.known->planned;
      if (!session_.plans.fits(planned, batch.transaction)) return false;
      WriteRun run = batch;
      run.evaluation.slots = statement.slots;
      run.shifts = batch.shifts_of(index);
      gather_plan(planned, run, mutations);
    }
    return true;
  } catch (const Refusal&) {
    return false;  // the long way refuses it again, with its place in the whole text
  }
}

void WriteGathering::write_plan(const CachedPlan& planned, WriteTransaction& transaction,
                                std::vector<Mutation>& mutations) {
  EvaluationContext context = session_.database->evaluation_context();
  WriteRun run = write_run(transaction, context, running_.slots, timestamp_of(planned, transaction, context));
  const bool writes_directly = session_.settings.path == StatementPath::shortest &&
                               !session_.settings.watches_writes() && !session_.observer;
  if (planned.direct && writes_directly) return planned.direct->write(run);
  if (planned.direct_conditional && session_.plans.takes_short_ways() && !session_.observer &&
      planned.direct_conditional->write(run)) {
    running_.answer = answer_of(running_.planned, std::nullopt);
    return;
  }
  if (session_.observer) session_.observer->begin_write(transaction);
  if (planned.has_generated_time) {
    times_.choose(planned.write(), running_.slots, context, run);
    if (planned.direct_timed && run.keys != nullptr && writes_directly) {
      planned.direct_timed->write(run);
      return note_times(planned.write());
    }
  }
  gather_plan(planned, run, mutations);
  if (session_.observer) session_.observer->note_gathered(transaction, mutations);
  if (const auto* batch = std::get_if<BatchPlan>(&planned.write())) note_batch(batch->kind, mutations);
  if (planned.has_generated_time) note_times(planned.write());
  if (session_.watches_writes()) apply_watched(planned, run, mutations);
}

void WriteGathering::gather_plan(const CachedPlan& planned, const WriteRun& run,
                                 std::vector<Mutation>& mutations) {
  running_.answer = std::visit(GatherWrite{running_.planned, run, mutations}, planned.write());
}

WriteRun WriteGathering::write_run(WriteTransaction& transaction, EvaluationContext& context,
                                   std::span<const BoundValue> slots, Timestamp timestamp) const {
  WriteRun run{
      transaction, {slots, &context, running_.now_seconds(context.now_microseconds), nullptr, {}}, timestamp};
  run.interrupted = &session_.wait.current().interrupted;
  return run;
}

Timestamp WriteGathering::timestamp_of(const CachedPlan& planned, WriteTransaction& transaction,
                                       const EvaluationContext& context) const {
  const Request* const request = running_.request;
  const bool is_given = request != nullptr && request->timestamp;
  if (is_given && std::visit(TakesTimestamp{}, planned.write())) return *request->timestamp;
  return transaction.next_timestamp(context.now_microseconds);
}

void WriteGathering::note_batch(BatchKind kind, const std::vector<Mutation>& mutations) {
  std::vector<Diagnostic> given = batch_notices(kind, mutations, session_.settings.teaches());
  if (!given.empty()) running_.answer = std::make_unique<ResultState>(std::move(given));
}

void WriteGathering::note_times(const WritePlan& plan) {
  if (times_.has_moved() && session_.notice_filter.tell_or_count_key_time())
    add_notices({times_.notice(plan)});
}

void WriteGathering::add_notices(std::vector<Diagnostic> added) {
  if (added.empty()) return;
  if (!running_.answer) running_.answer = std::make_unique<ResultState>(std::vector<Diagnostic>());
  std::ranges::move(added, std::back_inserter(running_.answer->notices));
}

void WriteGathering::apply_watched(const CachedPlan& planned, const WriteRun& run,
                                   std::vector<Mutation>& mutations) {
  // A conditional write says itself what it met.
  if (std::holds_alternative<ConditionalPlan>(planned.write())) return;
  std::optional<WatchedWrite> watched;
  unless_it_fails([&] { watched.emplace(planned.write(), mutations, run); });
  // Reading may have taken long, and once the mutations are applied nobody asks.
  if (!mutations.empty() && session_.wait.is_interrupted()) refuse("interrupted");
  run.transaction.apply(std::span<const Mutation>(mutations));
  if (session_.observer) session_.observer->note_merged();
  unless_it_fails([&] {
    if (watched) add_notices(watched->notices_after());
    for (Diagnostic& notice : value_notices(mutations, planned.write())) {
      if (session_.notice_filter.is_new(mutations.front().table->id, notice.code()))
        add_notices({std::move(notice)});
    }
  });
  mutations.clear();
}

}  // namespace cellar
