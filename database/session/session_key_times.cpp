// How a session writes keys that hold a time which a function gives (executor/write/key_times.h).

#include <algorithm>
#include <thread>

#include "database/session/session_state.h"
#include "planner/write/generated_times.h"

namespace cellar {

void SessionState::choose_times(std::span<const TimedStatement> statements, EvaluationContext& context,
                                WriteRun& run) {
  key_times_.clear();
  if (database->is_clock_set()) return;
  const Timestamp clock = context.now_microseconds;
  if (!began_) began_ = clock;
  context.now_microseconds = *began_;
  choose_key_times(statements, run, {*began_, clock}, database->given_times, key_times_);
  run.later = key_times_.later;
  if (key_times_.has_keys) run.keys = &key_times_.keys;
}

void SessionState::choose_times_of(const WritePlan& plan, EvaluationContext& context, WriteRun& run) {
  if (const auto* upsert = std::get_if<UpsertPlan>(&plan)) {
    const TimedStatement alone{upsert, slots_};
    return choose_times({&alone, 1}, context, run);
  }
  choose_times(timed_statements(plan, slots_), context, run);
}

bool SessionState::choose_times_of_batch(EvaluationContext& context, WriteRun& run) {
  const std::span<const BatchedStatement> batch(batch_.data(), running_.batched);
  const bool any_generated = std::ranges::any_of(
      batch, [](const BatchedStatement& each) { return each.known->planned->has_generated_time; });
  if (!any_generated) return false;
  std::vector<TimedStatement> statements;
  for (const BatchedStatement& each : batch) {
    for (const TimedStatement& statement : timed_statements(each.known->planned->write(), each.slots))
      statements.push_back(statement);
  }
  choose_times(statements, context, run);
  return true;
}

void SessionState::note_times(const WritePlan& plan) {
  if (key_times_.moved == 0) return;
  if (!told_.is_next_of_key_times()) return;
  // The text of a batch is not that of its plans where these are known by their shapes.
  const bool is_batch = std::holds_alternative<BatchPlan>(plan);
  const UpsertPlan& taken = *key_times_.taken;
  add_notices({{is_batch ? "key_times_of_batch_moved" : "key_time_moved",
                is_batch ? Span{} : span_of_generated_time(taken),
                {{"rows", std::to_string(key_times_.moved)},
                 {"table", quote_name(taken.table->name)},
                 {"milliseconds", std::to_string(key_times_.latest)}},
                std::nullopt,
                subject_of(*taken.table)}});
}

/// Others write meanwhile: what the group holds is committed first.
void SessionState::wait_for_clock(const KeyTimeAhead& ahead) {
  constexpr std::chrono::microseconds kBetweenLooks{20'000};
  group.commit();
  const Workers::Waiting waiting(database->workers);
  while (!database->is_clock_set()) {
    const std::chrono::microseconds left(ahead.until - database->now_microseconds());
    if (left <= left.zero()) break;
    if (wait_.is_interrupted()) refuse("interrupted");
    std::this_thread::sleep_for(std::min(left, kBetweenLooks));
  }
  note("Waited for the clock: the next time that its key can take was more than a second ahead");
}

}  // namespace cellar
