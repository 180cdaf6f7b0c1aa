#include <catch2/catch.hpp>

#include "parser/script/splitter.h"
#include "shell/console/commands.h"

using namespace cellar;

namespace {

std::vector<std::string> texts(std::string_view command) {
  std::vector<std::string> words;
  for (const CommandWord& word : split_command(command)) words.push_back(word.text);
  return words;
}

}  // namespace

TEST_CASE("commands are told from CQL by their first word") {
  for (const char* command :
       {"HELP", "help select", "  Desc tables;", "EXIT;", "?", "source 'a.cql'", "CONSISTENCY"}) {
    INFO(command);
    CHECK(begins_command(command));
  }
  for (const char* statement :
       {"SELECT * FROM help", "DESCRIBED", "helpless", "", "-- HELP", "'HELP'", "USE k;"}) {
    INFO(statement);
    CHECK_FALSE(begins_command(statement));
  }
}

TEST_CASE("words, quotes, points") {
  using Words = std::vector<std::string>;
  CHECK(texts("DESC TABLE ks.t;") == Words{"DESC", "TABLE", "ks", ".", "t"});
  CHECK(texts("DESC ks.\"A \"\"b\"\"\"") == Words{"DESC", "ks", ".", "A \"b\""});
  CHECK(texts("SOURCE 'it''s; here.cql' ;") == Words{"SOURCE", "it's; here.cql"});
  CHECK(texts("EXPAND ON -- a comment") == Words{"EXPAND", "ON"});
  CHECK(texts("EXPAND ON // a; comment") == Words{"EXPAND", "ON"});
  CHECK(texts("CAPTURE /* no; file */ OFF") == Words{"CAPTURE", "OFF"});
  CHECK(texts("DESC -- all of it\nTABLES;") == Words{"DESC", "TABLES"});
  CHECK(texts("HELP /* x") == Words{"HELP", "/*", "x"});
  CHECK(texts("") == Words{});
}

TEST_CASE("a word knows its quotes and its place") {
  const std::vector<CommandWord> words = split_command("DESC \"Keyspace\"");
  REQUIRE(words.size() == 2);
  CHECK(words[1].quote == '"');
  CHECK(words[1].span == Span{5, 15});
  CHECK(says(words[0], "DESC"));
  CHECK_FALSE(says(words[1], "KEYSPACE"));
}

TEST_CASE("each command has its effect, and CQL has none but USE") {
  for (const char* text :
       {"USE k;", "mode json", "TRACING ON", "ADVANCE 1h", "LINT OFF L503", "VERBOSITY SHORT"})
    CHECK(effect_of(text) == CommandEffect::sets);
  for (const char* text : {"COPY t TO 'a'", "OUTPUT 'a'", "CAPTURE OFF", "COMPACT", "ADVISE LAST APPLY",
                           "advise file 'a' apply"})
    CHECK(effect_of(text) == CommandEffect::writes);
  CHECK(effect_of("SOURCE 'a.cql'") == CommandEffect::sources);
  for (const char* text :
       {"ADVISE LAST", "HELP", "DESCRIBE TABLES", "SELECT * FROM t;", "INSERT INTO t (a) VALUES (1);", ""})
    CHECK(effect_of(text) == CommandEffect::none);
}

namespace {

/// The statements and commands of a script, whatever pieces it comes in.
std::vector<std::string> split(const std::string& script) {
  std::vector<std::string> whole;
  for (const std::size_t piece : {script.size(), std::size_t{1}, std::size_t{3}}) {
    Splitter splitter(begins_line_command);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < script.size(); i += piece) {
      splitter.feed(std::string_view(script).substr(i, piece));
      while (const auto statement = splitter.next()) found.emplace_back(statement->text);
    }
    splitter.end();
    while (const auto statement = splitter.next()) found.emplace_back(statement->text);
    if (const auto rest = splitter.finish()) found.emplace_back(rest->text);
    if (piece == script.size()) whole = found;
    CHECK(found == whole);
  }
  return whole;
}

}  // namespace

TEST_CASE("a command ends with its line, whatever its comment holds") {
  using Texts = std::vector<std::string>;
  CHECK(split("EXPAND OFF -- a; b\nSELECT 1;\n") == Texts{"EXPAND OFF -- a; b", "SELECT 1;"});
  CHECK(split("TIMING // ';\nSELECT 1;\n") == Texts{"TIMING // ';", "SELECT 1;"});
  CHECK(split("HELP /* a; */\nSELECT 1;\n") == Texts{"HELP /* a; */", "SELECT 1;"});
  CHECK(split("EXPAND OFF; -- a; b\nSELECT 1;\n") == Texts{"EXPAND OFF;", "SELECT 1;"});
  CHECK(split("SOURCE 'a;b'\nSELECT 1;\n") == Texts{"SOURCE 'a;b'", "SELECT 1;"});
}

TEST_CASE("a command behind a statement ends with the line, too") {
  using Texts = std::vector<std::string>;
  CHECK(split("USE k; HELP\nDELETE FROM t;\n") == Texts{"USE k;", "HELP", "DELETE FROM t;"});
  CHECK(split("USE k; EXPAND ON; SELECT 1;\n") == Texts{"USE k;", "EXPAND ON;", "SELECT 1;"});
  CHECK(split("/* x */ PAGING OFF\nUSE k;") == Texts{"PAGING OFF", "USE k;"});
  CHECK(split("USE k; helpers\n x;") == Texts{"USE k;", "helpers\n x;"});
}
