// CLOCK, ADVANCE and SEED: what a lesson or a test needs to give the same answers again.

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "database/snapshot.h"
#include "shell/console/commands/families.h"
#include "shell/teach/cells/time_words.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr Timestamp kMost = LessonClock::kLast;

template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

Timestamp read_time(const CommandWord& word) {
  const Parameters parameters{{"text", word.text}};
  if (word.quote == 0) {
    const auto number = whole_number<Timestamp>(word.text);
    if (number && *number <= kMost) return *number;
  } else if (word.quote == '\'') {
    try {
      const std::int64_t milliseconds = parse_timestamp(word.text);
      if (milliseconds <= kMost / 1'000 && milliseconds >= 0) return milliseconds * 1'000;
    } catch (const Refusal&) {
    }
  }
  refuse("clock_time", word.span, parameters);
}

/// A duration without months, or a number of microseconds.
Timestamp read_distance(const CommandWord& word) {
  std::string_view text = word.text;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = whole_number<Timestamp>(text);
  if (number && *number >= -kMost && *number <= kMost) return *number;
  try {
    const Duration duration = parse_duration(text);
    const Timestamp days = duration.days;
    if (duration.months == 0 && std::abs(days) < kMost / kMicrosecondsOfDay)
      return days * kMicrosecondsOfDay + duration.nanoseconds / 1'000;
  } catch (const Refusal&) {
  }
  refuse("clock_distance", word.span, {{"text", word.text}});
}

/// "1ms", "1h30m"
std::string distance_text(Timestamp microseconds) {
  const Timestamp days = microseconds / kMicrosecondsOfDay;
  return to_string(
      Duration{0, static_cast<std::int32_t>(days), (microseconds - days * kMicrosecondsOfDay) * 1'000});
}

void say_clock(const CommandCall& call) {
  const LessonClock& clock = *call.context.settings.clock;
  const std::string now = microseconds_text(clock.now());
  if (clock.stands() && clock.step() == 0)
    return call.say("Clock: {time}; it stands still\n", {{"time", now}});
  if (clock.stands()) {
    return call.say("Clock: {time}; {step} from statement to statement\n",
                    {{"time", now}, {"step", distance_text(clock.step())}});
  }
  if (clock.ahead() == 0) return call.say("Clock: the system's\n");
  call.say("Clock: the system's, moved by {distance}\n", {{"distance", distance_text(clock.ahead())}});
}

/// Writes get later timestamps than the clock says, if the file has given later ones. A clock that runs is soon
/// past those that other sessions have just got.
void warn_of_later_file(const CommandCall& call) {
  constexpr Timestamp kSoon = 1'000'000;
  const Database& database = call.database();
  const LessonClock& clock = *call.context.settings.clock;
  const Timestamp last = database.snapshot().transaction.last_timestamp();
  if (database.read_only() || last < clock.now() + (clock.stands() ? 0 : kSoon)) return;
  const Timestamp after = (last / 1'000'000 + 1) * 1'000'000;
  call.answer.notices.push_back({"clock_behind_file",
                                 {call.words.front().span.begin, call.words.back().span.end},
                                 {{"last", std::to_string(last)}, {"after", moment_text(after)}},
                                 std::nullopt});
}

void advance_by(const CommandCall& call, const CommandWord& distance) {
  const Timestamp by = read_distance(distance);
  // Microseconds would be meant by few, and the clock would seem to stand still.
  if (by != 0 &&
      whole_number<Timestamp>(std::string_view(distance.text).substr(distance.text.starts_with('+'))))
    refuse("clock_distance_without_unit", distance.span,
           {{"text", distance.text.substr(distance.text.starts_with('+'))}});
  const Database& database = call.database();
  const Timestamp now = database.now();
  if (now + by > kMost || now + by < 0) refuse("clock_distance", distance.span, {{"text", distance.text}});
  call.context.make_durable();
  call.context.settings.clock->advance(by);
  if (by < 0) database.forget_times_of_uuids();
  say_clock(call);
  if (by < 0) warn_of_later_file(call);
}

void advance(const CommandCall& call) {
  if (call.arguments().empty() || call.words[1].quote == '"') call.refuse_usage();
  call.refuse_words_from(2);
  return advance_by(call, call.words[1]);
}

bool begins_with_sign(const CommandWord& word) {
  return word.quote == 0 && (word.text.starts_with('+') || word.text.starts_with('-'));
}

void clock(const CommandCall& call) {
  const auto arguments = call.arguments();
  if (arguments.size() == 1 && begins_with_sign(arguments[0])) return advance_by(call, arguments[0]);
  if (arguments.empty()) {
    say_clock(call);
    return;
  }
  if (arguments[0].quote == '"') call.refuse_usage();
  const bool has_step = arguments.size() > 1 && says(arguments[1], "STEP");
  if (has_step && arguments.size() == 2) call.refuse_usage(3);
  call.refuse_words_from(has_step ? 4 : 2);
  const Database& database = call.database();
  LessonClock& of_shell = *call.context.settings.clock;
  if (arguments.size() == 1 && says(arguments[0], "OFF")) {
    call.context.make_durable();
    of_shell.follow_system();
  } else {
    const Timestamp time = read_time(arguments[0]);
    const Timestamp step = has_step ? read_distance(arguments[2]) : 0;
    if (step < 0 || time < 0) refuse("clock_time", arguments[0].span, {{"text", arguments[0].text}});
    call.context.make_durable();
    of_shell.set(time, step);
  }
  database.forget_times_of_uuids();
  say_clock(call);
  warn_of_later_file(call);
}

void seed(const CommandCall& call) {
  const auto arguments = call.arguments();
  std::optional<std::uint64_t>& seed = call.context.settings.seed;
  if (!arguments.empty()) {
    const bool is_off = says(arguments[0], "OFF");
    const auto number = whole_number<std::uint64_t>(arguments[0].text);
    if (arguments[0].quote != 0 || (!is_off && !number)) call.refuse_usage();
    call.refuse_words_from(2);
    const Database& database = call.database();
    seed = is_off ? std::nullopt : number;
    database.seed_uuids(seed);
  }
  if (!seed) return call.say("Seed: none; uuids are random\n");
  call.say("Seed: {seed}\n", {{"seed", std::to_string(*seed)}});
}

constexpr Command kClockCommands[] = {
    {"CLOCK", "", "[time [STEP distance] | +distance | OFF]",
     "a clock that gives the same times again (HELP CLOCK)",
     "CLOCK '2025-01-01T00:00:00Z'           the clock stands at this time, or at a number of microseconds\n"
     "CLOCK '2025-01-01T00:00:00Z' STEP 1ms  it takes this step from each statement to the next\n"
     "CLOCK +1h                              moves it: what has a time to live expires (also ADVANCE 1h)\n"
     "CLOCK OFF                              the system's clock again\n"
     "CLOCK                                  says what is set\n"
     "now(), current_timestamp() and the like, the timestamps of writes, times to live and gc_grace_seconds "
     "follow\n"
     "the clock of the shell, up to the end of 2085. Writes purge nothing before its time by the system's "
     "clock; "
     "COMPACT\n"
     "purges by that of the shell. The timestamps of a database only grow: if it has given later ones than "
     "the "
     "clock\n"
     "says, writes get the last one + 1, and a notice (W421) says so. Commands of the shell take no step.\n"
     "For a file alone, not with --connect.\n",
     clock, CommandEffect::sets},
    {"ADVANCE", "", "distance", "move the clock on, so that cells expire",
     "ADVANCE 1h    moves the clock by a distance: 1h30m, 10s, 5ms, 2d. CLOCK '...' sets it, CLOCK OFF "
     "leaves it.\n",
     advance, CommandEffect::sets},
    {"SEED", "", "[number|OFF]", "uuids that are the same in each run",
     "SEED 42    uuid() gives the same values in each run, and now() the same node (its time is that of "
     "CLOCK)\n"
     "SEED OFF   both are random again\n"
     "           The same seed gives the same values in a file that holds them already: INSERT replaces "
     "those "
     "rows.\n"
     "SEED       says what is set\n"
     "For a file alone, not with --connect.\n",
     seed, CommandEffect::sets},
};

}  // namespace

std::span<const Command> clock_commands() { return kClockCommands; }

}  // namespace cellar
