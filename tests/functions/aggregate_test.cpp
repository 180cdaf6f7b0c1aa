#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

TEST_CASE("sums give the type of what is added, and wrap around") {
  CHECK(aggregate("sum", tinyint, {"127", "1"}) == "-128");
  CHECK(aggregate("sum", int_, {"2147483647", "1"}) == "-2147483648");
  CHECK(aggregate("sum", bigint, {"9223372036854775807", "9223372036854775807"}) == "-2");
  CHECK(aggregate("sum", varint, {"9223372036854775807", "1"}) == "9223372036854775808");
  CHECK(aggregate("sum", decimal, {"1e-10", "1e10"}) == "10000000000.0000000001");
  CHECK(aggregate("sum", double_, {"0.1", "0.2", "0.3"}) == "0.6");
  CHECK(aggregate("sum", double_, {"-0.0"}) == "0.0");
  CHECK(aggregate("sum", double_, {"Infinity", "1"}) == "Infinity");
  CHECK(aggregate("sum", double_, {"Infinity", "-Infinity"}) == "NaN");
  CHECK(aggregate("sum", float_, {"3.4028235e38", "3.4028235e38"}) == "Infinity");
  CHECK(aggregate("sum", counter, {"1", "2"}) == "3");
}

TEST_CASE("averages never overflow, and are cut for integers") {
  CHECK(aggregate("avg", tinyint, {"127", "127"}) == "127");
  CHECK(aggregate("avg", int_, {"1", "2", "-9"}) == "-2");
  CHECK(aggregate("avg", bigint, {"9223372036854775807", "9223372036854775807"}) == "9223372036854775807");
  CHECK(aggregate("avg", double_, {"0.1", "0.2", "0.3"}) == "0.19999999999999998");
  CHECK(aggregate("avg", double_, {"1.7976931348623157e308", "1.7976931348623157e308"}) ==
        "1.7976931348623157e+308");
  CHECK(aggregate("avg", float_, {"1", "2", "0.1"}) == "1.0333333");
  CHECK(aggregate("avg", double_, {"Infinity", "1"}) == "Infinity");
}

TEST_CASE("an average of decimals has their digits and no more") {
  CHECK(aggregate("avg", decimal, {"1", "2", "2"}) == "1");
  CHECK(aggregate("avg", decimal, {"1", "0", "0"}) == "1");
  CHECK(aggregate("avg", decimal, {"1", "2", "0.10"}) == "0.70");
  CHECK(aggregate("avg", decimal, {"1e-10", "1e10"}) == "5000000000.0000000001");
}

TEST_CASE("nulls and empty values are left out") {
  CHECK(aggregate("sum", int_, {"null", "5", "empty"}) == "5");
  CHECK(aggregate("avg", int_, {"null", "5", "empty"}) == "5");
  CHECK(aggregate("min", int_, {"null", "5"}) == "5");
  CHECK(aggregate("min", int_, {"empty", "5"}) == "empty");
  CHECK(aggregate("count", text, {"null", "''", "'a'"}) == "2");
}

TEST_CASE("nothing sums up to zero and has no least value") {
  for (const TypeKind kind : {tinyint, int_, bigint, varint, decimal, counter}) {
    CHECK(aggregate("sum", kind, {}) == "0");
    CHECK(aggregate("avg", kind, {"null"}) == "0");
  }
  CHECK(aggregate("sum", double_, {}) == "0.0");
  CHECK(aggregate("min", text, {}) == "null");
  CHECK(aggregate("max", boolean, {}) == "null");
  CHECK(aggregate("count", int_, {}) == "0");
}

TEST_CASE("min and max follow the type's order") {
  CHECK(aggregate("max", int_, {"-5", "3"}) == "3");
  CHECK(aggregate("min", text, {"'b'", "'a'", "'B'"}) == "'B'");
  CHECK(aggregate("max", double_, {"1.5", "NaN", "-Infinity"}) == "NaN");
  CHECK(aggregate("max", blob, {"0x80", "0x7fff"}) == "0x80");
  CHECK(aggregate("min", inet, {"'10.0.0.1'", "'9.0.0.1'"}) == "'9.0.0.1'");
  CHECK(aggregate("min", decimal, {"1.0", "1.00"}) == "1.0");
  CHECK(aggregate("min", uuid,
                  {"00000000-0000-4000-8000-000000000001", "80000000-0000-1000-8000-000000000002"}) ==
        "80000000-0000-1000-8000-000000000002");
}

TEST_CASE("rows are counted without looking at them") {
  for (const std::string_view name : {"count", "count_rows"}) {
    const Function function = find(name, {});
    const std::unique_ptr<Accumulator> accumulator = function.accumulate(function);
    accumulator->add(std::nullopt);
    accumulator->add(std::nullopt);
    CHECK(to_literal(function.result_type, accumulator->result()) == "2");
  }
}

TEST_CASE("aggregates refuse what they cannot take") {
  const std::vector<std::optional<Type>> unknown(1);
  CHECK_THROWS_AS(find("sum", {of(text, "'x'")}), std::runtime_error);
  CHECK_THROWS_AS(find("avg", {of(timestamp, "0")}), std::runtime_error);
  CHECK_THROWS_AS(signatures("max"), Refusal);
  CHECK_THROWS_AS(signatures("max", unknown), Refusal);
  CHECK(signatures("max", unknown, native_type(int_))[0].result_type == native_type(int_));
  CHECK(signatures("count", unknown).size() == 1);
}

}  // namespace cellar
