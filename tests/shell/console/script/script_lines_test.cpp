#include <catch2/catch.hpp>

#include "parser/script/splitter.h"
#include "shell/console/commands.h"
#include "shell/console/report/unfinished_script.h"

using namespace cellar;

namespace {

struct Read {
  std::vector<std::string> texts;
  std::vector<std::size_t> lines;
};

// Whatever the pieces, the statements are the same.
Read read_in_pieces(const std::string& script, std::size_t size) {
  Splitter reader(begins_line_command);
  Read read;
  const auto keep = [&read](const ScriptStatement& statement) {
    read.texts.emplace_back(statement.text);
    read.lines.push_back(statement.line);
  };
  for (std::size_t i = 0; i < script.size(); i += size) {
    reader.feed(std::string_view(script).substr(i, size));
    while (const auto statement = reader.next()) keep(*statement);
  }
  reader.end();
  while (const auto statement = reader.next()) keep(*statement);
  CHECK_FALSE(reader.finish());
  return read;
}

}  // namespace

TEST_CASE("commands end with their line, statements with their semicolon, in pieces of any size") {
  const std::string script =
      "-- first\n"
      "EXPAND ON\n"
      "SELECT a\n"
      "  FROM b;\n"
      "  help\n"
      "HELP; SELECT 1;\n"
      "INSERT INTO t (a) VALUES ('\n"
      "HELP\n"
      "');\n"
      "SOURCE 'a;b.cql'\n"
      "DESCRIBE TABLES";
  for (const std::size_t size : {1, 2, 3, 7, 1000}) {
    INFO("pieces of " << size);
    const Read read = read_in_pieces(script, size);
    CHECK(read.texts == std::vector<std::string>{"EXPAND ON", "SELECT a\n  FROM b;", "help", "HELP;",
                                                 "SELECT 1;", "INSERT INTO t (a) VALUES ('\nHELP\n');",
                                                 "SOURCE 'a;b.cql'", "DESCRIBE TABLES"});
    CHECK(read.lines == std::vector<std::size_t>{2, 3, 5, 6, 6, 7, 10, 11});
  }
}

TEST_CASE("a batch is one statement and a command's word in it is none") {
  const std::string script = "BEGIN BATCH\nINSERT INTO t (a) VALUES (1);\nHELP\nAPPLY BATCH;\n";
  CHECK(read_in_pieces(script, 5).texts.size() == 1);
}

TEST_CASE("what a script leaves open is named") {
  const auto rest_of = [](std::string_view script) {
    Splitter reader(begins_line_command);
    reader.feed(script);
    reader.end();
    CHECK_FALSE(reader.next());
    const Unfinished unfinished = reader.unfinished();
    const auto rest = reader.finish();
    REQUIRE(rest);
    REQUIRE_FALSE(rest->terminated);
    return describe_unfinished(*rest, unfinished);
  };
  const Diagnostic string = rest_of("SELECT 'a', -- it's\n 'b FROM t;\n");
  CHECK(string.id == "script_ends_inside_quote");
  CHECK(string.span == Span{0, 6});
  CHECK(rest_of("SELECT \"a FROM t;").span == Span{0, 6});
  const auto rule_of = [&](std::string_view script) { return rest_of(script).parameters.back().value; };
  CHECK(rule_of("SELECT 'a FROM t;") == "A quote inside a string is doubled: 'it''s'.");
  CHECK(rule_of("SELECT \"a FROM t;") == "Double quotes hold a name, and text is put in single quotes.");
  CHECK(rest_of("SELECT $$a FROM t;").span == Span{7, 9});
  CHECK(rest_of("SELECT /* a FROM t;").span == Span{7, 9});
  CHECK(rest_of("SELECT a FROM t").id == "script_ends_unfinished");
  CHECK(rest_of("BEGIN BATCH INSERT INTO t (a) VALUES (1);").id == "script_ends_inside");
}
