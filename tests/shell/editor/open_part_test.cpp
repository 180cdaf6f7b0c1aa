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

TEST_CASE("Enter runs what begins no statement and no command, to refuse it") {
  for (const char* text : {"hlep", "exot", "tracng on", "  hlep\n", "SELCT *", "(", "# users",
                           "=======", "cqlsh> USE k", "USE k; hlep", "-- a comment\nhlep", "42"}) {
    INFO(text);
    CHECK(open_at_end(text).unfinished == Unfinished::nothing);
  }
  for (const char* text : {"SELECT", "select\n# a", "COPY t FROM 'a.csv'", "EXPLAIN", "BEGIN",
                           "ADVISE SELECT", "-- hlep\nUPDATE"}) {
    INFO(text);
    CHECK(open_at_end(text).unfinished == Unfinished::statement);
  }
  CHECK(open_at_end("hlep 'a").unfinished == Unfinished::string);
}

TEST_CASE("statements are counted as Enter runs them") {
  CHECK(count_statements("SELECT 1;") == 1);
  CHECK(count_statements("SELECT\n1;\n\n") == 1);
  CHECK(count_statements("BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH;") == 1);
  CHECK(count_statements("USE k;\nHELP\n") == 2);
  CHECK(count_statements("USE k; USE l;") == 2);
  CHECK(count_statements("USE k; hlep") == 2);
  CHECK(count_statements("-- a comment\n") == 0);
}

TEST_CASE("a blank line asks what is open, and so does a line that a quote swallows") {
  CHECK(wants_hint("", open_at_end("SELECT\n")));
  CHECK(wants_hint(" \t", open_at_end("SELECT (\n \t")));
  CHECK(wants_hint("it's;", open_at_end("SELECT it's;")));
  CHECK(!wants_hint("FROM t", open_at_end("SELECT a\nFROM t")));
  CHECK(hint_of(open_at_end("SELECT a ("), Language::english).find("( is still open") !=
        std::string_view::npos);
  CHECK(hint_of(open_at_end("SELECT a"), Language::english).find("ends with ;") != std::string_view::npos);
  for (const char* text : {"a(", "a[", "a{", "a'", "a\"", "a$$", "/*", "BEGIN BATCH", "USE"})
    CHECK(hint_of(open_at_end("SELECT " + std::string(text)), Language::english).size() < 80);
}

TEST_CASE("a paste says that Enter runs it, or what is open") {
  CHECK(note_after_paste("USE k;\n", "USE k;\n") == "-- Enter runs it");
  CHECK(note_after_paste("USE k;\nUSE l;", "USE l;") == "-- Enter runs these 2 statements");
  CHECK(note_after_paste("INSERT INTO t\n(a", "INTO t\n(a").find("( is still open") == 3);
  CHECK(note_after_paste("SELECT a1b2", "a1b2").empty());
  CHECK(note_after_paste("-- a comment\n", "-- a comment\n").empty());
}

}  // namespace cellar
