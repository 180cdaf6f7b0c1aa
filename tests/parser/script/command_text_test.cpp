#include <catch2/catch.hpp>

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
