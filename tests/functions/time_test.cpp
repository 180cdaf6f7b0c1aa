#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

namespace {

constexpr std::string_view kTimeuuid = "50554d6e-29bb-11e5-b345-feff819cdc9f";

std::string floor(TypeKind type, std::string_view value, std::string_view step) {
  return call("floor", {of(type, value), of(duration, step)});
}

}  // namespace

TEST_CASE("times are converted") {
  CHECK(call("to_date", {of(timestamp, "'2024-02-29 12:34:56.789+0000'")}) == "'2024-02-29'");
  CHECK(call("to_date", {of(timestamp, "-1")}) == "'1970-01-01'");
  CHECK(call("todate", {of(timeuuid, kTimeuuid)}) == "'2015-07-14'");
  CHECK(call("to_timestamp", {of(date, "'1969-12-31'")}) == "'1969-12-31 00:00:00.000+0000'");
  CHECK(call("to_unix_timestamp", {of(timeuuid, kTimeuuid)}) == "1436832018805");
  CHECK(call("tounixtimestamp", {of(date, "'1969-12-31'")}) == "-86400000");
  CHECK(call("to_unix_timestamp", {of(timestamp, "-1")}) == "-1");
  CHECK(call("to_date", {of(timestamp, "null")}) == "null");
  CHECK(call("to_date", {of(timestamp, "empty")}) == "null");
  // 1.5 ms before 1970.
  CHECK(call("to_unix_timestamp", {of(timeuuid, "13810568-1dd2-11b2-8080-808080808080")}) == "-1");
  CHECK_THROWS(find("to_date", {of(date, "null")}));
  CHECK_THROWS(find("to_timestamp", {of(bigint, "null")}));
  CHECK(find("to_date", {of(timestamp, "null")}).monotonic);
}

TEST_CASE("timeuuids bound a moment") {
  CHECK(call("min_timeuuid", {of(timestamp, "0")}) == "13814000-1dd2-11b2-8080-808080808080");
  CHECK(call("max_timeuuid", {of(timestamp, "0")}) == "1381670f-1dd2-11b2-7f7f-7f7f7f7f7f7f");
  CHECK(call("mintimeuuid", {of(timestamp, "1436835723456")}) == "f07a0c00-29c3-11e5-8080-808080808080");
  CHECK(call("mintimeuuid", {of(timestamp, "-1")}) == "138118f0-1dd2-11b2-8080-808080808080");
  CHECK(call("mintimeuuid", {of(timestamp, "null")}) == "null");
}

TEST_CASE("now is new each time, the current time is the statement's") {
  EvaluationContext context = context_at(1'709'210'096'789'012);
  const auto evaluate = [&context](std::string_view name) {
    const Function function = find(name, {});
    return to_literal(function.result_type, function.evaluate(function, {}, context));
  };
  const std::string first = evaluate("now");
  CHECK(first.substr(0, 18) == "00000001-0000-1000");
  CHECK(evaluate("current_timeuuid").substr(0, 18) == "00000002-0000-1000");
  CHECK(evaluate("now").substr(19) == first.substr(19));
  CHECK(evaluate("current_timestamp") == "'2024-02-29 12:34:56.789+0000'");
  CHECK(evaluate("currentdate") == "'2024-02-29'");
  CHECK(evaluate("current_time") == "'12:34:56.789012000'");
  context.now_microseconds = -1;
  CHECK(evaluate("currenttime") == "'23:59:59.999999000'");
}

TEST_CASE("floor counts whole steps from 1970 or from a start") {
  CHECK(floor(timestamp, "'2024-03-01 10:04:59.999+0000'", "5m") == "'2024-03-01 10:00:00.000+0000'");
  CHECK(floor(timestamp, "'2024-03-31 10:00:00+0000'", "1mo") == "'2024-03-01 00:00:00.000+0000'");
  CHECK(floor(timestamp, "'2024-03-31 10:00:00+0000'", "0s") == "'2024-03-31 10:00:00.000+0000'");
  CHECK(floor(timeuuid, kTimeuuid, "1h") == "'2015-07-14 00:00:00.000+0000'");
  CHECK(floor(date, "'2024-03-09'", "1mo") == "'2024-03-01'");
  CHECK(floor(date, "'2024-03-09'", "1mo1d") == "'2024-02-20'");
  CHECK(floor(time, "'10:50:00.5'", "1h") == "'10:00:00.000000000'");
  CHECK(floor(time, "'10:50:00.5'", "24h") == "'00:00:00.000000000'");
  CHECK(floor(timestamp, "null", "1h") == "null");
  CHECK(call("floor", {of(timestamp, "'2024-03-01 11:59:00+0000'"), of(duration, "1h"),
                       of(timestamp, "'2024-03-01 10:30:00+0000'")}) == "'2024-03-01 11:30:00.000+0000'");
  // Months alone look at the calendar's months only.
  CHECK(call("floor", {of(date, "'2024-02-01'"), of(duration, "1mo"), of(date, "'2024-01-31'")}) ==
        "'2024-02-29'");
  CHECK(find("floor", {of(timestamp, "0"), of(duration, "1h")}).monotonic);
}

TEST_CASE("floor by months ends far from today") {
  CHECK(floor(timestamp, "5000000000000000000", "1mo1ms") != "null");
  CHECK(floor(timestamp, "9223372036854775807", "1mo1ms") == "invalid floor_too_far");
  CHECK(call("floor", {of(timestamp, "9223372036854775807"), of(duration, "1h"),
                       of(timestamp, "-9223372036854775808")}) != "null");
}

TEST_CASE("floor refuses steps that its times do not have") {
  CHECK(floor(timestamp, "0", "1ns") == "invalid floor_below_millisecond");
  CHECK(floor(date, "'2024-03-09'", "1h") == "invalid floor_below_day");
  CHECK(floor(time, "'10:00:00'", "1d") == "invalid floor_above_day");
  CHECK(floor(time, "'10:00:00'", "25h") == "invalid floor_above_day");
  CHECK(floor(timestamp, "0", "-1h") == "invalid floor_negative");
  CHECK(floor(timestamp, "-1", "1h") == "invalid floor_before_start");
}

}  // namespace cellar
