#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

namespace {

struct Case {
  std::string_view name;
  TypeKind left_type;
  std::string_view left;
  TypeKind right_type;
  std::string_view right;
  std::string_view expected;
};

void check_cases(std::initializer_list<Case> cases) {
  for (const Case& test : cases) {
    INFO(test.name << " " << test.left << " " << test.right);
    CHECK(call(test.name, {of(test.left_type, test.left), of(test.right_type, test.right)}) == test.expected);
  }
}

}  // namespace

TEST_CASE("integers wrap around and divide towards zero") {
  check_cases({
      {"_add", tinyint, "127", tinyint, "1", "-128"},
      {"_add", int_, "2147483647", int_, "1", "-2147483648"},
      {"_add", bigint, "9223372036854775807", int_, "1", "-9223372036854775808"},
      {"_subtract", smallint, "-32768", tinyint, "1", "32767"},
      {"_multiply", tinyint, "100", tinyint, "100", "16"},
      {"_multiply", varint, "10", bigint, "9223372036854775807", "92233720368547758070"},
      {"_divide", int_, "7", int_, "-2", "-3"},
      {"_divide", int_, "-2147483648", int_, "-1", "-2147483648"},
      {"_divide", bigint, "-9223372036854775808", tinyint, "-1", "-9223372036854775808"},
      {"_modulo", int_, "-7", int_, "3", "-1"},
      {"_modulo", bigint, "-9223372036854775808", int_, "-1", "0"},
      {"_modulo", varint, "-100000000000000000007", int_, "10", "-7"},
      {"_add", counter, "300", tinyint, "1", "301"},
  });
}

TEST_CASE("zero divides fractions of base two, and nothing else") {
  check_cases({
      {"_divide", int_, "1", int_, "0", "functionfailure division_by_zero"},
      {"_modulo", int_, "1", int_, "0", "functionfailure division_by_zero"},
      {"_divide", varint, "1", int_, "0", "functionfailure division_by_zero"},
      {"_divide", decimal, "1", int_, "0", "functionfailure division_by_zero"},
      {"_modulo", int_, "1", decimal, "0.00", "functionfailure division_by_zero"},
      {"_divide", int_, "1", double_, "0.0", "Infinity"},
      {"_modulo", int_, "1", double_, "0.0", "NaN"},
      {"_divide", int_, "null", int_, "0", "null"},
      {"_divide", int_, "1", int_, "empty", "null"},
  });
}

TEST_CASE("mixed operands give the larger type, with fractions if one has them") {
  check_cases({
      {"_add", int_, "10", float_, "0.5", "10.5"},
      {"_add", double_, "0.2", float_, "0.1", "0.30000000149011613"},
      {"_add", bigint, "3", float_, "0.5", "3.5"},
      {"_add", varint, "4", float_, "0.5", "4.5"},
      {"_divide", int_, "10", int_, "4", "2"},
      {"_modulo", int_, "10", double_, "3.5", "3.0"},
      {"_modulo", double_, "0.1", double_, "0.03", "0.010000000000000009"},
  });
  CHECK(find("_add", {of(int_, "1"), of(float_, "1")}).result_type == native_type(float_));
  CHECK(find("_add", {of(bigint, "1"), of(float_, "1")}).result_type == native_type(double_));
  CHECK(find("_add", {of(varint, "1"), of(float_, "1")}).result_type == native_type(decimal));
  CHECK(find("_add", {of(counter, "1"), of(counter, "1")}).result_type == native_type(bigint));
}

TEST_CASE("decimals have the scales of Java's") {
  check_cases({
      {"_add", int_, "10", decimal, "1.50", "11.50"},
      {"_add", int_, "1", decimal, "1", "2.0"},  // an int goes by way of a double
      {"_multiply", decimal, "1.50", int_, "3", "4.500"},
      {"_subtract", decimal, "1.50", decimal, "1.50", "0.00"},
      {"_multiply", decimal, "1.50", decimal, "1.50", "2.2500"},
      {"_divide", decimal, "1", decimal, "3", "0.33333333333333333333333333333333"},
      {"_divide", int_, "10", decimal, "1.50", "6.66666666666666666666666666666667"},
      {"_divide", decimal, "1.50", int_, "3", "0.5"},
      {"_divide", decimal, "0.00", int_, "3", "0"},
      {"_modulo", decimal, "1.50", int_, "1", "0.50"},
      {"_modulo", decimal, "-7", decimal, "1.50", "-1.00"},
  });
}

TEST_CASE("decimals that would fill the memory are refused") {
  check_cases({
      {"_divide", decimal, "1e1000000000", decimal, "1", "functionfailure number_too_large"},
      {"_modulo", decimal, "1e1000000000", decimal, "3", "functionfailure number_too_large"},
      {"_multiply", decimal, "1e2000000000", decimal, "1e2000000000", "functionfailure number_too_large"},
      {"_divide", decimal, "1", decimal, "1e1000000000", "0"},
      {"_add", decimal, "1", double_, "NaN", "functionfailure no_decimal"},
      {"_add", double_, "Infinity", varint, "1", "functionfailure no_decimal"},
  });
  // What is added is beyond the 10,000 digits that a sum keeps.
  const std::string sum = call("_add", {of(decimal, "1e1000000000"), of(decimal, "1")});
  CHECK(sum == "1." + std::string(9'999, '0') + "E+1000000000");
}

TEST_CASE("products and quotients of integers that take long are refused, and sums are not") {
  const std::string half(70'000, '9'), whole(160'000, '9');  // 28 and 65 KiB
  const auto of_two = [](std::string_view name, const std::string& left, const std::string& right) {
    return call(name, {of(varint, left), of(varint, right)});
  };
  CHECK(of_two("_multiply", half, half).size() == 140'000);
  CHECK(of_two("_multiply", half, "-" + whole) == "functionfailure integer_too_large");
  CHECK(of_two("_divide", "-" + whole, "7") == "functionfailure integer_too_large");
  CHECK(of_two("_modulo", whole, "7") == "functionfailure integer_too_large");
  CHECK(of_two("_divide", half, half) == "1");
  CHECK(of_two("_add", whole, "1") == "1" + std::string(160'000, '0'));
}

TEST_CASE("negation keeps the type") {
  CHECK(call("_negate", {of(int_, "-2147483648")}) == "-2147483648");
  CHECK(call("_negate", {of(tinyint, "5")}) == "-5");
  CHECK(call("_negate", {of(decimal, "1.50")}) == "-1.50");
  CHECK(call("_negate", {of(varint, "-9223372036854775808")}) == "9223372036854775808");
  CHECK(call("_negate", {of(double_, "0.0")}) == "-0.0");
  CHECK(call("_negate", {of(int_, "null")}) == "null");
}

TEST_CASE("durations move dates by days and timestamps by milliseconds") {
  check_cases({
      {"_add", date, "'2024-01-31'", duration, "1mo", "'2024-02-29'"},
      {"_subtract", date, "'2024-02-29'", duration, "1mo", "'2024-01-29'"},
      {"_add", date, "'2024-01-31'", duration, "24h", "functionfailure duration_below_day"},
      {"_subtract", date, "'1970-01-01'", duration, "1d", "'1969-12-31'"},
      {"_add", timestamp, "'2024-01-31 10:00:00+0000'", duration, "1mo1d", "'2024-03-01 10:00:00.000+0000'"},
      {"_subtract", timestamp, "0", duration, "-1h", "'1970-01-01 01:00:00.000+0000'"},
      {"_add", timestamp, "0", duration, "1us", "functionfailure duration_below_millisecond"},
      {"_add", timestamp, "null", duration, "1us", "null"},
      {"_add", timestamp, "empty", duration, "1h", "null"},
  });
  CHECK_THROWS(find("_add", {of(time, "'10:00:00'"), of(duration, "1h")}));
  CHECK_THROWS(find("_multiply", {of(date, "'2024-01-31'"), of(duration, "1h")}));
}

TEST_CASE("text is joined") {
  check_cases({
      {"_add", text, "'foo'", text, "'bar'", "'foobar'"},
      {"_add", ascii, "'a'", text, "'é'", "'aé'"},
      {"_add", text, "''", text, "'x'", "'x'"},
      {"_add", text, "null", text, "'x'", "null"},
  });
  CHECK(find("_add", {of(ascii, "''"), of(ascii, "''")}).result_type == native_type(ascii));
  CHECK_THROWS(find("_add", {of(text, "''"), of(int_, "1")}));
}

}  // namespace cellar
