#include <catch2/catch.hpp>

#include "shell/check/script_form.h"

using namespace cellar;
using Kind = ExpectedAnswer::Kind;

TEST_CASE("statements and the answers after them") {
  const ScriptForm form = read_script_form(
      "-- a comment\n"
      "CREATE TABLE t (k int,\n"
      "  PRIMARY KEY (k));\n"
      "--> ok\n"
      "INSERT INTO t (k) VALUES (null);\n"
      "--> error invalid\n"
      "USE k;\n"
      "SELECT k FROM t;\n"
      "--> rows\n"
      "--| k | v\n"
      "--| 7 | 'a|b'\n"
      "--! W402\n");
  REQUIRE(form.steps.size() == 4);
  CHECK(form.steps[0].line == 2);
  CHECK(form.steps[0].expected->kind == Kind::ok);
  CHECK(form.steps[1].expected->kind == Kind::error);
  CHECK(form.steps[1].expected->word == "invalid");
  CHECK_FALSE(form.steps[2].expected);
  const ExpectedAnswer& rows = *form.steps[3].expected;
  CHECK(rows.kind == Kind::rows);
  CHECK(rows.rows == std::vector<std::string>{"k | v", "7 | 'a|b'"});
  CHECK(rows.notices == std::vector<std::string>{"W402"});
  CHECK(rows.lines == std::vector<std::size_t>{8, 9, 10, 11});
  CHECK_FALSE(form.policy);
}

TEST_CASE("the forms that only Cellar's scripts have") {
  const ScriptForm form = read_script_form(
      "-- @policy teach\n"
      "SELECT 1;\n"
      "--> refused E301 1:27\n"
      "--: error[E301]: x\n"
      "--:   y  \n"
      "HELP\n"
      "--> text\n"
      "--: a\n"
      "--:\n"
      "SELECT 2;\n"
      "--> nonsense\n");
  CHECK(form.policy == Policy::teach);
  REQUIRE(form.steps.size() == 3);
  CHECK(form.steps[0].expected->kind == Kind::refused);
  CHECK(form.steps[0].expected->word == "E301");
  CHECK(form.steps[0].expected->place == "1:27");
  CHECK(form.steps[0].expected->text == std::vector<std::string>{"error[E301]: x", "  y"});
  CHECK(form.steps[1].statement == "HELP");
  CHECK(form.steps[1].expected->text == std::vector<std::string>{"a", ""});
  CHECK(form.steps[2].expected->kind == Kind::unknown);
}

TEST_CASE("a line that is no CQL belongs to the statement behind it only if that one alone is answered") {
  const ScriptForm recorded = read_script_form("# a\n<<<<<<< HEAD\nSELECT 1;\n--> error syntax\nSELECT 2;\n");
  REQUIRE(recorded.steps.size() == 2);
  CHECK(recorded.steps[0].statement == "# a\n<<<<<<< HEAD\nSELECT 1;");
  CHECK(recorded.steps[0].line == 1);

  const ScriptForm unanswered = read_script_form("# a\nSELECT 1;\nSELECT 2;\nSELECT 3;\n");
  REQUIRE(unanswered.steps.size() == 4);
  CHECK(unanswered.steps[0].statement == "# a");

  const ScriptForm later = read_script_form("# a\nSELECT 1;\nSELECT 2;\n--> ok\n");
  REQUIRE(later.steps.size() == 3);
  CHECK(later.steps[2].expected);
}

TEST_CASE("an answer's mark inside a statement is text of the statement") {
  const ScriptForm form = read_script_form("INSERT INTO t (a) VALUES ('\n--> ok\n');\n--> ok\n");
  REQUIRE(form.steps.size() == 1);
  CHECK(form.steps[0].expected->lines == std::vector<std::size_t>{3});
}

TEST_CASE("cells are split outside of quotes") {
  CHECK(split_cells("1 | 'a | b' | {'it''s | x': 2}") ==
        std::vector<std::string>{"1", "'a | b'", "{'it''s | x': 2}"});
  CHECK(split_cells("a   |b") == std::vector<std::string>{"a", "b"});
  CHECK(split_cells("one") == std::vector<std::string>{"one"});
}
