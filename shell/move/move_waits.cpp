#include "shell/move/move_waits.h"

#include <algorithm>
#include <thread>

#include "refusal/messages.h"
#include "shell/move/words/move_words.h"

namespace cellar {

bool may_pass(const Diagnostic& refusal, bool writes_file) {
  if (refusal.cause() != Cause::none) return false;
  switch (refusal.error_class()) {
    case ErrorClass::server:
    case ErrorClass::unavailable:
    case ErrorClass::overloaded:
    case ErrorClass::read_timeout:
    case ErrorClass::read_failure:
      return true;
    case ErrorClass::write_timeout:
    case ErrorClass::write_failure:
      return !writes_file;
    case ErrorClass::protocol_error:
    case ErrorClass::truncate_error:
    case ErrorClass::function_failure:
    case ErrorClass::syntax:
    case ErrorClass::unauthorized:
    case ErrorClass::invalid:
    case ErrorClass::config:
    case ErrorClass::already_exists:
    case ErrorClass::unprepared:
      return false;
  }
  return false;
}

bool MoveWaits::await_other_try(const Diagnostic& refusal) {
  constexpr std::chrono::milliseconds kFirstDelay{100}, kLongestDelay{8'000};
  const Clock::time_point now = Clock::now();
  note_lost_writes(std::chrono::seconds(0));
  const bool is_first = !first_failure_;
  if (is_first) first_failure_ = now;
  const Clock::time_point end = *first_failure_ + task_.patience;
  if (!may_pass(refusal, task_.target.cluster() == nullptr) || now >= end) return false;
  delay_ = is_first ? kFirstDelay : std::min(2 * delay_, kLongestDelay);
  if (is_first)
    task_.output.write_diagnostic(MoveWords::say(task_.language, "-- {refusal}: it is tried again\n",
                                                 {{"refusal", title_of(refusal)}}));
  sleep_until(std::min(now + delay_, end));
  return true;
}

void MoveWaits::note_lost_writes(std::chrono::seconds ago) {
  if (task_.target.cluster() != nullptr) lost_at_ = Clock::now() - ago;
}

void MoveWaits::await_late_writes() {
  if (!lost_at_) return;
  const Clock::time_point end = *lost_at_ + task_.late_writes;
  if (end > Clock::now())
    task_.output.write_diagnostic(
        MoveWords::say(task_.language, "-- waits until no write that was sent before can arrive any more\n"));
  sleep_until(end);
  lost_at_.reset();
}

void MoveWaits::sleep_until(Clock::time_point end) {
  constexpr std::chrono::milliseconds kBetweenQuestions{50};
  while (Clock::now() < end) {
    if (task_.stop.stop_requested()) refuse("interrupted");
    std::this_thread::sleep_for(std::min<Clock::duration>(kBetweenQuestions, end - Clock::now()));
  }
}

}  // namespace cellar
