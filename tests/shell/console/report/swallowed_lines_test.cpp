// Which lines of a script an odd quote takes in, and where it probably is.
#include "shell/console/report/swallowed_lines.h"

#include <catch2/catch.hpp>
#include <string>

using namespace cellar;

namespace {

/// The text of the odd place, then the first line that was taken in; empty if none was.
std::string found_in(const std::string& text) {
  const std::optional<SwallowedLines> swallowed = swallowed_lines(text, 0);
  if (!swallowed) return "";
  const Span odd = swallowed->odd_quote;
  return text.substr(odd.begin, odd.end - odd.begin) + "|" +
         text.substr(swallowed->begin, text.find('\n', swallowed->begin) - swallowed->begin);
}

}  // namespace

TEST_CASE("a line within a string that begins a statement shows an odd quote before it") {
  CHECK(found_in("SELECT 'a;\nUSE k;\n") == "SELECT 'a;|USE k;");
  CHECK(found_in("INSERT 'it's');\nUSE k;\n") == "'|USE k;");
  CHECK(found_in("SELECT \"a;\nUSE k;\n") == "SELECT \"a;|USE k;");
  CHECK(found_in("BEGIN BATCH\n INSERT 'a';\n INSERT 'b;\n INSERT 'c';\nAPPLY BATCH;\nUSE k;") ==
        " INSERT 'b;|USE k;");
  CHECK(found_in("INSERT (1,\n 'a, -- its\n 'b');\nUSE k;\nINSERT 'x';") == " 'a, -- its|USE k;");
}

TEST_CASE("an open comment or text is named by its own mark") {
  CHECK(found_in("/* a\nUSE k;") == "/*|USE k;");
  CHECK(found_in("SELECT $$a\nUSE k;") == "$$|USE k;");
}

TEST_CASE("strings of several lines are no fault, nor are statements in comments that end") {
  CHECK(found_in("SELECT 'a\n b' FROM t;").empty());
  CHECK(found_in("SELECT 'a\nselected text' FROM t").empty());
  CHECK(found_in("/* a\nUSE k; */ SELECT 'b").empty());
  CHECK(found_in("SELECT $$\nDELETE FROM t$$ -- 'x\n;").empty());
  CHECK(found_in("SELECT a\nUSE k").empty());
}

TEST_CASE("the statements that were taken in are counted to the end of the text") {
  const std::string text = "SELECT 'a;\nUSE k;\n  USE l;\nx\nDROP TABLE t;\nSELECT 'b';\n";
  const std::optional<SwallowedLines> swallowed = swallowed_lines(text, 0);
  REQUIRE(swallowed);
  CHECK(swallowed->count == 3);
  CHECK_FALSE(swallowed->is_apostrophe);
  CHECK(word_around("VALUES ('it's')", 11) == "it's");
  CHECK(count_statements_at_margin("USE k;\n-- USE\nUSE l;", 0, 0) == 2);
}

TEST_CASE("in a script that is indented as a whole, the margin is that of its statements") {
  const std::string text = "INSERT INTO t (a) VALUES ('x);\n  USE k;\n    USE l;\n  DROP TABLE t;\n";
  const std::optional<SwallowedLines> swallowed = swallowed_lines(text, 2);
  REQUIRE(swallowed);
  CHECK(text.substr(swallowed->begin).starts_with("  USE k;"));
  CHECK(swallowed->count == 2);
  CHECK(!swallowed_lines(text, 0));
}

TEST_CASE("a long line of many strings is searched once") {
  // Each string looked to the end of the line, which took minutes.
  std::string text = "INSERT (1, '";
  for (int i = 0; i < 2'000'000; ++i) text += "it''s ";
  CHECK(found_in(text + "');\nINSERT 'x';").empty());
  CHECK(found_in("INSERT ('a);\nUSE k;\n" + text + "');").ends_with("|USE k;"));
}
