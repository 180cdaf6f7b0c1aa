#include "database/statement/generated_times.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "planner/write/generated_times.h"

namespace cellar {

void GeneratedTimes::choose_for(std::span<const TimedStatement> statements, EvaluationContext& context,
                                WriteRun& run) {
  times_.clear();
  if (database_.is_clock_set()) return;
  const Timestamp clock = context.now_microseconds;
  if (!began_ || clock < *began_) began_ = clock;  // the clock may have been set back meanwhile
  context.now_microseconds = *began_;
  choose_key_times(statements, run, {*began_, clock}, database_.given_times, times_);
  run.shifts = times_.shifts;
  if (times_.has_keys) run.keys = &times_.keys;
}

void GeneratedTimes::choose(const WritePlan& plan, std::span<const BoundValue> slots,
                            EvaluationContext& context, WriteRun& run) {
  if (const auto* upsert = std::get_if<UpsertPlan>(&plan)) {
    const TimedStatement alone{upsert, slots};
    return choose_for({&alone, 1}, context, run);
  }
  choose_for(timed_statements(plan, slots), context, run);
}

bool GeneratedTimes::choose(std::span<const BatchedStatement> batch, EvaluationContext& context,
                            WriteRun& run) {
  const bool any_generated = std::ranges::any_of(
      batch, [](const BatchedStatement& each) { return each.known->planned->has_generated_time; });
  if (!any_generated) return false;
  std::vector<TimedStatement> statements;
  for (const BatchedStatement& each : batch) {
    for (const TimedStatement& statement : timed_statements(each.known->planned->write(), each.slots))
      statements.push_back(statement);
  }
  choose_for(statements, context, run);
  return true;
}

Diagnostic GeneratedTimes::notice(const WritePlan& plan) const {
  // The text of a batch is not that of its plans where these are known by their shapes.
  const bool is_batch = std::holds_alternative<BatchPlan>(plan);
  const UpsertPlan& taken = *times_.taken;
  return {is_batch ? "key_times_of_batch_moved" : "key_time_moved",
          is_batch ? Span{} : span_of_generated_time(taken),
          {{"rows", std::to_string(times_.moved)},
           {"table", quote_name(taken.table->name)},
           {"milliseconds", std::to_string(times_.latest)}},
          std::nullopt,
          subject_of(*taken.table)};
}

std::chrono::microseconds GeneratedTimes::commit_and_time_to_wait(const KeyTimeAhead& ahead) const {
  constexpr std::chrono::microseconds kLongest{1'000'000};  // longer only if the clock was set back
  group_.commit();
  if (database_.is_clock_set()) return {};
  return std::clamp(std::chrono::microseconds(ahead.until - database_.now_microseconds()), {}, kLongest);
}

std::chrono::microseconds GeneratedTimes::wait_for_clock(const KeyTimeAhead& ahead) const {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kBetweenLooks{20'000};
  const std::chrono::microseconds wait = commit_and_time_to_wait(ahead);
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end = begin + wait;
  const Workers::Waiting waiting(database_.workers);
  while (!database_.is_clock_set() && Clock::now() < end && database_.now_microseconds() < ahead.until) {
    if (wait_.is_interrupted()) refuse("interrupted");
    std::this_thread::sleep_until(std::min(end, Clock::now() + kBetweenLooks));
  }
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
}

}  // namespace cellar
