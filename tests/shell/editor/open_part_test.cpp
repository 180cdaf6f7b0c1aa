// What a text that is being typed has left open.
#include "shell/editor/open_part.h"

#include <catch2/catch.hpp>

namespace cellar {

TEST_CASE("Enter runs a whole statement or a command") {
  for (const char* text : {"", "  ", "SELECT 1;", "HELP", "SELECT ';'\n;", "-- a comment", "USE k; USE l;",
                           "BEGIN BATCH UPDATE t SET a = 1 WHERE p = 1; APPLY BATCH;", "exit", "/* a */"}) {
    INFO(text);
    CHECK(open_at_end(text).unfinished == Unfinished::nothing);
  }
}

TEST_CASE("a continuation prompt says what is open") {
  struct Case {
    const char* text;
    const char* mark;
  };
  const Case cases[] = {
      {"SELECT", ""},
      {"SELECT 'a", "'"},
      {"SELECT 'it''s", "'"},
      {"SELECT \"a", "\""},
      {"SELECT $$a", "$$"},
      {"SELECT /* a", "/*"},
      {"/* a", "/*"},
      {"CREATE TABLE t (p int,", "("},
      {"INSERT INTO t (a) VALUES ({'a': [1,", "["},
      {"INSERT INTO t (a) VALUES ({'a': [1],", "{"},
      {"SELECT ')' FROM t WHERE (a", "("},
      {"SELECT (a) -- (", ""},
      {"SELECT (a) -- '", ""},
      {"BEGIN BATCH INSERT INTO t (a) VALUES (1);", "batch"},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    CHECK(mark_of(open_at_end(each.text)) == each.mark);
  }
  CHECK(continuation_prompt("cellar> ", open_at_end("SELECT")) == "    ... ");
  CHECK(continuation_prompt("cellar> ", open_at_end("SELECT 'a")) == "   '... ");
  CHECK(continuation_prompt("cellar:shop> ", open_at_end("SELECT (")) == "        (... ");
  CHECK(continuation_prompt("> ", open_at_end("BEGIN BATCH")) == "batch... ");
}

TEST_CASE("each line is known by what is open where it begins") {
  const std::vector<OpenPart> parts = open_parts("SELECT (\n'a\nb'\n);\nSELECT /*\n*/ 1;");
  std::string marks;
  for (const OpenPart& part : parts) marks += std::string(mark_of(part)) + "|";
  CHECK(marks == "|(|'|(||/*||");
}

TEST_CASE("several statements are told from one") {
  CHECK(!holds_several_statements("SELECT 1;"));
  CHECK(!holds_several_statements("SELECT\n1;\n\n"));
  CHECK(!holds_several_statements("BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH;"));
  CHECK(holds_several_statements("USE k;\nHELP\n"));
  CHECK(holds_several_statements("USE k; USE l;"));
}

}  // namespace cellar
