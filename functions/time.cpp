// Dates, times and timeuuids: the clock, conversions between them, and floor.
#include <algorithm>
#include <cassert>
#include <random>

#include "functions/family.h"
#include "functions/seeded_bits.h"
#include "functions/timeuuid.h"
#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/time/time.h"
#include "types/uuid.h"

namespace cellar {

namespace {

constexpr std::int64_t kNanosecondsOfMillisecond = 1'000'000;
constexpr std::int64_t kMillisecondsOfMonth = 2'629'746'000;  // on average
// The node of the timeuuid of a given time that sorts first, and that of the one that sorts last: its bytes
// are compared as signed numbers.
constexpr std::uint64_t kFirstNode = 0x8080808080808080;
constexpr std::uint64_t kLastNode = 0x7f7f7f7f7f7f7f7f;

// Rounds down to seconds, then towards 1970: 23:59:59.999 of the last day before 1970 becomes 1970-01-01.
std::string encode_date_of(std::int64_t milliseconds) {
  return encode_date(floor_divide(milliseconds, 1'000) / kSecondsOfDay);
}

// Rounds down to microseconds, then towards 1970.
std::int64_t milliseconds_of_timeuuid(std::string_view bytes) {
  return (timeuuid_ticks(bytes) / 10 - kTicksAt1970 / 10) / 1'000;
}

std::int64_t to_milliseconds(TypeKind kind, std::string_view bytes) {
  switch (kind) {
    case TypeKind::date:
      return decode_date(bytes) * kMillisecondsOfDay;
    case TypeKind::timeuuid:
      return milliseconds_of_timeuuid(bytes);
    default:
      assert(kind == TypeKind::timestamp);
      return decode_integer(bytes);
  }
}

std::string from_milliseconds(TypeKind kind, std::int64_t milliseconds) {
  return kind == TypeKind::date ? encode_date_of(milliseconds) : encode_int64(milliseconds);
}

std::uint64_t clock_sequence_and_node(std::uint64_t bits) {
  constexpr std::uint64_t kVariantMask = 0x3fffffffffffffff;
  constexpr std::uint64_t kVariant = 0x8000000000000000;
  constexpr std::uint64_t kNotAnAddress = 0x0000010000000000;  // the bit of group addresses
  return (bits & kVariantMask) | kVariant | kNotAnAddress;
}

// The node is the same during the life of the process, whose uuids differ by their ticks.
std::uint64_t random_node() {
  static const std::uint64_t node = [] {
    std::random_device random;
    return clock_sequence_and_node(std::uint64_t{random()} << 32 | random());
  }();
  return node;
}

Value evaluate_now(const Function&, std::span<const Value>, EvaluationContext& context) {
  return timeuuid_of_now(context);
}

Value evaluate_current(const Function& function, std::span<const Value>, EvaluationContext& context) {
  const std::int64_t milliseconds = floor_divide(context.now_microseconds, 1'000);
  if (function.result_type.kind != TypeKind::time)
    return from_milliseconds(function.result_type.kind, milliseconds);
  const std::int64_t day = floor_divide(milliseconds, kMillisecondsOfDay);
  return encode_int64((context.now_microseconds - day * kMillisecondsOfDay * 1'000) * 1'000);
}

Value evaluate_first_timeuuid(const Function& function, std::span<const Value> arguments,
                              EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  return make_timeuuid(ticks_of_milliseconds(decode_integer(*arguments[0])), kFirstNode);
}

Value evaluate_last_timeuuid(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const auto first = static_cast<std::uint64_t>(ticks_of_milliseconds(decode_integer(*arguments[0])));
  return make_timeuuid(static_cast<std::int64_t>(first + kTicksPerMillisecond - 1), kLastNode);
}

// Times before 1582 and after 5236 have no timeuuid. A select list shows the uuid that they give nevertheless.
template <Evaluate evaluate>
Value evaluate_in_range(const Function& function, std::span<const Value> arguments,
                        EvaluationContext& context) {
  const Value value = evaluate(function, arguments, context);
  if (value && uuid_version(*value) != 1) refuse("no_timeuuid");
  return value;
}

template <Evaluate evaluate>
Signatures timeuuid_of_timestamp(const FunctionQuery& query) {
  const Evaluate code = query.receiver ? evaluate_in_range<evaluate> : evaluate;
  return std::vector{scalar_function(query.name, native_types({TypeKind::timestamp}),
                                     native_type(TypeKind::timeuuid), code)};
}

void require_not_negative(const Duration& duration) {
  if (duration.months < 0 || duration.days < 0 || duration.nanoseconds < 0) {
    refuse("floor_negative", {}, {{"duration", to_string(duration)}});
  }
}

// The last start + n * duration that is not after `time`. With months alone the day of the month does not
// count: a month after January 31 is February 29, also for a time before it. With days or hours on top the
// months alone lead too far and are taken back one step at a time, so a day of the month that was cut stays
// cut.
std::int64_t floor_by_months(std::int64_t time, const Duration& duration, std::int64_t start,
                             std::int64_t milliseconds) {
  const CivilDate date = civil_from_days(floor_divide(time, kMillisecondsOfDay));
  const CivilDate first = civil_from_days(floor_divide(start, kMillisecondsOfDay));
  const std::int64_t months = (date.year - first.year) * 12 + static_cast<std::int64_t>(date.month) -
                              static_cast<std::int64_t>(first.month);
  if (months > INT32_MAX) refuse("floor_too_far");
  // Dates of the far future would need billions of steps, so the count starts near the end.
  constexpr std::int64_t kMostSteps = 10'000;
  const double length = static_cast<double>(duration.months) * static_cast<double>(kMillisecondsOfMonth) +
                        static_cast<double>(milliseconds);
  const double distance = static_cast<double>(time) - static_cast<double>(start);
  std::int64_t count =
      std::min(months / duration.months, static_cast<std::int64_t>(distance / length) + kMostSteps);
  std::int64_t by_months = add(start, Duration{static_cast<std::int32_t>(count * duration.months), 0, 0});
  if (milliseconds == 0) return by_months;
  while (count > 0 && (time - by_months) / count < milliseconds) {
    --count;
    by_months = add(by_months, Duration{-duration.months, 0, 0});
  }
  return std::max(start, by_months + count * milliseconds);
}

std::int64_t floor_to(std::int64_t time, const Duration& duration, std::int64_t start) {
  if (start > time) refuse("floor_before_start");
  require_not_negative(duration);
  const std::int64_t milliseconds =
      duration.days * kMillisecondsOfDay + duration.nanoseconds / kNanosecondsOfMillisecond;
  if (duration.months != 0) return floor_by_months(time, duration, start, milliseconds);
  if (milliseconds == 0) return time;
  const std::uint64_t span = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(start);
  return time - static_cast<std::int64_t>(span % static_cast<std::uint64_t>(milliseconds));
}

Value evaluate_floor(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Duration duration = decode_duration(*arguments[1]);
  const bool is_date = function.result_type.kind == TypeKind::date;
  if (is_date && duration.nanoseconds != 0)
    refuse("floor_below_day", {}, {{"duration", to_string(duration)}});
  if (!is_date && duration.nanoseconds % kNanosecondsOfMillisecond != 0) {
    refuse("floor_below_millisecond", {}, {{"duration", to_string(duration)}});
  }
  const std::int64_t time = to_milliseconds(function.argument_types[0].kind, *arguments[0]);
  const std::int64_t start =
      arguments.size() == 3 ? to_milliseconds(function.argument_types[2].kind, *arguments[2]) : 0;
  return from_milliseconds(function.result_type.kind, floor_to(time, duration, start));
}

Value evaluate_floor_of_time(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Duration duration = decode_duration(*arguments[1]);
  require_not_negative(duration);
  if (duration.months != 0 || duration.days != 0 || duration.nanoseconds > kNanosecondsOfDay) {
    refuse("floor_above_day", {}, {{"duration", to_string(duration)}});
  }
  if (duration.nanoseconds == 0) return arguments[0];
  const std::int64_t time = decode_integer(*arguments[0]);
  return encode_int64(time - time % duration.nanoseconds);
}

constexpr std::string_view kFloor =
    "floor(timestamp | timeuuid, duration [, start timestamp]) -> timestamp\n"
    "floor(date, duration [, start date]) -> date\n"
    "floor(time, duration) -> time";

Signatures floor_signatures(const FunctionQuery& query) {
  std::vector<Function> functions;
  const auto append = [&](std::vector<Type> types, TypeKind result, Evaluate evaluate) {
    functions.push_back(scalar_function(query.name, std::move(types), native_type(result), evaluate));
    functions.back().monotonic = true;
  };
  for (const auto& [kind, result] : {std::pair(TypeKind::timestamp, TypeKind::timestamp),
                                     {TypeKind::timeuuid, TypeKind::timestamp},
                                     {TypeKind::date, TypeKind::date}}) {
    append(native_types({kind, TypeKind::duration}), result, evaluate_floor);
    append(native_types({kind, TypeKind::duration, result}), result, evaluate_floor);
  }
  append(native_types({TypeKind::time, TypeKind::duration}), TypeKind::time, evaluate_floor_of_time);
  return functions;
}

}  // namespace

std::string timeuuid_of_now(EvaluationContext& context) {
  const std::uint64_t node =
      context.seeded != nullptr ? clock_sequence_and_node(context.seeded->node()) : random_node();
  return make_timeuuid(context.next_tick(), node);
}

Value timeuuid_of_statement(const Function&, std::span<const Value>, EvaluationContext& context) {
  return make_timeuuid(ticks_of_microseconds(context.now_microseconds), kFirstNode);
}

Value convert_time(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const std::int64_t milliseconds = to_milliseconds(function.argument_types[0].kind, *arguments[0]);
  return from_milliseconds(function.result_type.kind, milliseconds);
}

FunctionFamily time_functions() {
  using enum TypeKind;
  static const FunctionEntry kFunctions[] = {
      {"now", "", "a new timeuuid of this moment", NativeSignatures{{{{}, timeuuid}}, evaluate_now}},
      {"current_timeuuid", "currenttimeuuid", "a new timeuuid of this moment, as now()",
       NativeSignatures{{{{}, timeuuid}}, evaluate_now}},
      {"current_timestamp", "currenttimestamp", "the time at which the statement began",
       NativeSignatures{{{{}, timestamp}}, evaluate_current}},
      {"current_date", "currentdate", "the day on which the statement began",
       NativeSignatures{{{{}, date}}, evaluate_current}},
      {"current_time", "currenttime", "the time of day at which the statement began",
       NativeSignatures{{{{}, time}}, evaluate_current}},
      {"min_timeuuid", "mintimeuuid", "the least timeuuid of a moment, to compare with",
       DerivedSignatures{"min_timeuuid(timestamp) -> timeuuid",
                         timeuuid_of_timestamp<evaluate_first_timeuuid>}},
      {"max_timeuuid", "maxtimeuuid", "the greatest timeuuid of a moment, to compare with",
       DerivedSignatures{"max_timeuuid(timestamp) -> timeuuid",
                         timeuuid_of_timestamp<evaluate_last_timeuuid>}},
      {"to_date", "todate", "the day",
       NativeSignatures{{{{timestamp}, date}, {{timeuuid}, date}}, convert_time, true}},
      {"to_timestamp", "totimestamp", "the moment; of a date its midnight",
       NativeSignatures{{{{date}, timestamp}, {{timeuuid}, timestamp}}, convert_time, true}},
      {"to_unix_timestamp", "tounixtimestamp", "milliseconds since 1970",
       NativeSignatures{{{{date}, bigint}, {{timestamp}, bigint}, {{timeuuid}, bigint}}, convert_time, true}},
      {"floor", "", "the begin of the time slice: floor(t, 1h) is the hour",
       DerivedSignatures{kFloor, floor_signatures}},
  };
  return {"Dates and times", kFunctions};
}

}  // namespace cellar
