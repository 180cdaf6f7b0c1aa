#include "parser/script/stray_line.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "parser/grammar/expectations.h"
#include "types/text/text.h"

using namespace cellar;

TEST_CASE("stray lines are told from statements") {
  for (const char* line : {"#", "# users", "#!/usr/bin/env cqlsh", "#it's"})
    CHECK(stray_line(line) == StrayLine::hash_comment);
  for (const char* line :
       {"<<<<<<< HEAD", "=======", "=======\r", ">>>>>>> branch", "||||||| base", "=======\nx"})
    CHECK(stray_line(line) == StrayLine::merge_mark);
  for (const char* line : {"cqlsh> USE k;", "cqlsh:shop> SELECT", "cqlsh>", "ann@cqlsh:shop> a", "cellar> a",
                           "cellar:\"Shop\"> a", "ycqlsh> a", "cqlsh>SELECT"})
    CHECK(stray_line(line) == StrayLine::prompt);
  for (const char* line : {"... FROM t;", "...", "...\tFROM t"})
    CHECK(stray_line(line) == StrayLine::continuation_prompt);
  for (const char* line :
       {"id | v", "  1 | it's; here", "(1 rows)", "count(*) | b", "a | b", "-5 | x", "prénom | v", "名字 | v",
        "m[1] | v", "[cqlsh 6.2.0 | Cassandra 5.0.9 | CQL spec 3.4.7]",
        "Connected to Test Cluster at 127.0.0.1:9042", "+----+", "| id |",
        "<stdin>:1:InvalidRequest: Error from server: code=2200",
        "SyntaxException: Error from server: code=2000 [Syntax error]"})
    CHECK(stray_line(line) == StrayLine::result);
  for (const char* line :
       {"SELECT a | b", "COPY t TO ' | '", "a = b | c", "(1, 2)",   "id |v",      "",
        "SELECT",       "======",          "========",  "=======x", "<<",         "cqlsh",
        "cqlsh:shop",   "cqlsh > a",       "....",      "...a",     "cellars> a", "cellar:\"a",
        "cellar:\"",    "a > b",           "-- #"})
    CHECK(stray_line(line) == StrayLine::none);
}

TEST_CASE("what can be no stray line is known from its first word") {
  for (const char* text : {"SELECT ", "SELECT*", "SELECT(", "'", "-- cqlsh> ", "insert\n"})
    CHECK(!may_be_stray_line(text));
  for (const char* text : {"", "S", "cqlsh", "cqlsh:", "cqlsh>", "#", "<", "...", "=", "(", "id ", "hello\n"})
    CHECK(may_be_stray_line(text));
}

TEST_CASE("no stray line is taken for a statement by its first word") {
  std::mt19937 random(24);
  const std::vector<std::string> parts = {
      "a",     "é",      "名",  "1",       "-", " ", " | ", "|",      "[",   "(",    ")", "*", ">", ":",
      "cqlsh", "cellar", "...", "<<<<<<<", "#", "=", ",",   "select", "use", "rows", "@", "+", "?", "\n"};
  for (int line_number = 0; line_number < 100'000; ++line_number) {
    std::string line;
    for (std::size_t count = 1 + random() % 6; count > 0; --count) line += parts[random() % parts.size()];
    if (std::string(" \n").find(line.front()) != std::string::npos || line.starts_with("--")) continue;
    if (stray_line(line) == StrayLine::none || may_be_stray_line(line)) continue;
    FAIL_CHECK(line);
  }
}

TEST_CASE("what cqlsh says when it starts goes with its first line") {
  CHECK(continues_stray_lines(StrayLine::result, "Use HELP for help."));
  CHECK(continues_stray_lines(StrayLine::result, "[cqlsh 6.2.0 | Cassandra 5.0.9]"));
  CHECK(!continues_stray_lines(StrayLine::result, "USE help;"));
  CHECK(!continues_stray_lines(StrayLine::result,
                               "INSERT INTO log (m) VALUES ('Invalid: Error from server: code=2200');"));
  CHECK(!continues_stray_lines(StrayLine::result, "cqlsh> SELECT 1;"));
}

TEST_CASE("a table of one column ends with its count, or before what is no row") {
  const auto length = [](const std::string& table, const std::string& rest) {
    const ColumnResult result = column_result(table + rest);
    INFO(table << rest);
    CHECK(result.is_whole);
    CHECK(result.length == table.size());
  };
  length("count\n-------\n     2\n\n(1 rows)", "\nSELECT");
  length("[applied]\n-----------\n      True", "\n\nINSERT INTO t (a) VALUES (1);");
  length("[applied]\r\n-----------\r\n      True\r", "\nINSERT");
  length("id\n----\n  1\n  it's", "\n  SELECT v\n");
  CHECK(column_result("count\n--- the count\n").length == 0);
  CHECK(column_result("SELECT\n-----\n a FROM t;").length == 0);
  length("id\n----\n\n(0 rows)", "\nSELECT");
  CHECK(column_result("a b\n-----\n 1").length == 0);
  CHECK(column_result("Users\n-----\nSELECT v\n").length == 0);
  for (const char* part : {"count\n--", "count\n-----", "count\n-----\n 1\n", "count\n-----\n 1\n\n(1"})
    CHECK(!column_result(part).is_whole);
}

TEST_CASE("a prompt ends with the blank behind it") {
  CHECK(pasted_prompt_length("cqlsh:shop> SELECT") == 12);
  CHECK(pasted_prompt_length("cqlsh>SELECT") == 6);
  CHECK(pasted_prompt_length("   ...   FROM t") == 7);
  CHECK(pasted_prompt_length("   (... id int,") == 8);
  CHECK(pasted_prompt_length(" batch... UPDATE") == 10);
  CHECK(pasted_prompt_length("SELECT 1") == 0);
  CHECK(pasted_prompt_length("\ncqlsh> ") == 0);
}

TEST_CASE("the words that begin statements are those of the grammar") {
  std::set<std::string> first_words;
  for (const std::string& words : expectations_after({}, {}).words) {
    const std::string word = words.substr(0, words.find(' '));
    if (!begins_statement(word)) FAIL_CHECK(word << " begins a statement");
    first_words.insert(to_lower(word));
  }
  for (const char* word : {"select", "insert", "update", "delete", "create", "alter", "drop", "truncate",
                           "use", "begin", "grant", "revoke", "list", "describe", "desc", "add"}) {
    INFO(word);
    CHECK(begins_statement(word));
    CHECK(first_words.count(word) == 1);
  }
  CHECK(begins_statement("  Explain SELECT"));
  for (const char* text : {"", "selects", "hlep", "(select", "apply", "explian"})
    CHECK(!begins_statement(text));
}

TEST_CASE("a statement is known at its margin by two words") {
  for (const char* line :
       {"SELECT * FROM t;", "insert into t", "CREATE TABLE t (", "CREATE OR REPLACE FUNCTION f",
        "CREATE CUSTOM INDEX", "DROP KEYSPACE k;", "BEGIN UNLOGGED BATCH", "USE k;", "UPDATE", "update\nt"})
    CHECK(begins_statement_at_margin(line));
  for (const char* line : {" SELECT *", "insert coins", "Create a table", "DROP the table", "selected",
                           "begin anew", "', 'x');", "", "use;"})
    CHECK(!begins_statement_at_margin(line));
}
