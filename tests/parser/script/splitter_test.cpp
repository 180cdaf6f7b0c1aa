#include "parser/script/splitter.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace cellar;

namespace {

/// "line:column text" of each statement, of the last with a mark where it has no `;`.
std::vector<std::string> split(const std::string& script, std::size_t piece) {
  std::vector<std::string> found;
  Splitter splitter;
  const auto add = [&](const ScriptStatement& statement) {
    found.push_back(std::to_string(statement.line) + ":" + std::to_string(statement.column) + " " +
                    std::string(statement.text) + (statement.terminated ? "" : " (open)"));
  };
  for (std::size_t i = 0; i < script.size(); i += piece) {
    splitter.feed(std::string_view(script).substr(i, piece));
    while (const auto statement = splitter.next()) add(*statement);
  }
  while (const auto statement = splitter.finish()) add(*statement);
  return found;
}

/// The same, whatever pieces the script comes in.
std::vector<std::string> split(const std::string& script) {
  const std::vector<std::string> whole = split(script, script.size() + 1);
  for (const std::size_t piece : {1, 2, 3, 7}) {
    INFO("pieces of " << piece);
    CHECK(split(script, piece) == whole);
  }
  return whole;
}

using Found = std::vector<std::string>;

Unfinished waits_for(std::string_view text) {
  Splitter splitter;
  splitter.feed(text);
  while (splitter.next()) {
  }
  return splitter.unfinished();
}

}  // namespace

TEST_CASE("statements end at their semicolon") {
  CHECK(split("a; b;\n  c") == Found{"1:1 a;", "1:4 b;", "2:3 c (open)"});
  CHECK(split("").empty());
  CHECK(split(" \n;; ; \t\n").empty());
  CHECK(split(";a;;b;") == Found{"1:2 a;", "1:5 b;"});
  CHECK(split("a  \n ") == Found{"1:1 a (open)"});
}

TEST_CASE("semicolons in strings, names and comments end nothing") {
  CHECK(split("x ';' \";\" $$;$$ /*;*/ -- ;\n // ;\n;") ==
        Found{"1:1 x ';' \";\" $$;$$ /*;*/ -- ;\n // ;\n;"});
  CHECK(split("'it''s;' ; 'b'") == Found{"1:1 'it''s;' ;", "1:12 'b' (open)"});
  CHECK(split("'--'; '/*'; '$$'; $$'$$; \"'\";") ==
        Found{"1:1 '--';", "1:7 '/*';", "1:13 '$$';", "1:19 $$'$$;", "1:26 \"'\";"});
  CHECK(split("a - b / c $ d * /;") == Found{"1:1 a - b / c $ d * /;"});
  CHECK(split("a /*/ ; */ b;") == Found{"1:1 a /*/ ; */ b;"});
  CHECK(split("a /***/;") == Found{"1:1 a /***/;"});
  CHECK(split("a --x\r;") == Found{"1:1 a --x\r;"});
}

TEST_CASE("comments before a statement are dropped, and their lines counted") {
  CHECK(split("-- one\n/* two\nthree */ // four\n  a;") == Found{"4:3 a;"});
  CHECK(split("/* é */ a;") == Found{"1:9 a;"});
  CHECK(split("é 'ü'; b;") == Found{"1:1 é 'ü';", "1:8 b;"});
  CHECK(split("a; -- the end").size() == 1);
  CHECK(split("a;\r\nb;") == Found{"1:1 a;", "2:1 b;"});
}

TEST_CASE("a byte order mark begins a script unseen") {
  CHECK(split("\xEF\xBB\xBFselect;") == Found{"1:1 select;"});
  CHECK(split("a; \xEF\xBB\xBFselect;").size() == 2);
  CHECK(split("a; \xEF\xBB\xBFselect;")[1] == "1:4 \xEF\xBB\xBFselect;");
  CHECK(split("\xEF\xBB") == Found{"1:1 \xEF\xBB (open)"});
}

TEST_CASE("EXPLAIN stands before a batch") {
  CHECK(split("EXPLAIN ANALYZE (FORMAT JSON) BEGIN UNLOGGED BATCH a; b; APPLY BATCH; c;").size() == 2);
  CHECK(split("EXPLAIN SELECT begin FROM batch; b;").size() == 2);
  CHECK(split("EXPLAIN; BEGIN BATCH a; APPLY BATCH;").size() == 2);
  CHECK(waits_for("explain begin batch a;") == Unfinished::batch);
}

TEST_CASE("a line that is no CQL is handed out alone") {
  CHECK(split("# it's; a\nb;") == Found{"1:1 # it's; a", "2:1 b;"});
  CHECK(split("a;\n  # one\n\t# two\n\n# three\r\nb;") ==
        Found{"1:1 a;", "2:3 # one\n\t# two", "5:1 # three", "6:1 b;"});
  CHECK(split("# one") == Found{"1:1 # one"});
  CHECK(split("<<<<<<< HEAD\na;\n=======\nb;\n>>>>>>> 'x\n") ==
        Found{"1:1 <<<<<<< HEAD", "2:1 a;", "3:1 =======", "4:1 b;", "5:1 >>>>>>> 'x"});
  CHECK(split("-- c\ncqlsh:k> a 'b\n   ... c';\n   ... d\ne;") ==
        Found{"2:1 cqlsh:k> a 'b\n   ... c';\n   ... d", "5:1 e;"});
  CHECK(split("cqlsh> \ncqlsh> a\nb;") == Found{"1:1 cqlsh>", "2:1 cqlsh> a", "3:1 b;"});
  CHECK(split("  ... a;\nb;") == Found{"1:3 ... a;", "2:1 b;"});
  // cqlsh pads the dots to the width of its prompt.
  const std::string prompt = "ann@cqlsh:" + std::string(80, 'k') + "> ";
  const std::string dots = std::string(prompt.size() - 4, ' ') + "... ";
  CHECK(split(prompt + "a\n" + dots + "b;\nc;") == Found{"1:1 " + prompt + "a\n" + dots + "b;", "3:1 c;"});
}

TEST_CASE(
    "a long line that may begin a statement is not waited for, and one that cannot is handed out alone") {
  const auto count_in_pieces = [](const std::string& script) {
    Splitter splitter;
    std::size_t found = 0;
    for (std::size_t i = 0; i < script.size(); i += 16) {
      splitter.feed(std::string_view(script).substr(i, 16));
      while (splitter.next()) ++found;
    }
    return found;
  };
  const std::string word(1'000'000,
                         '7');  // would take minutes if each piece were looked at from the line's beginning
  CHECK(count_in_pieces("a;\n" + word) == 1);
  CHECK(count_in_pieces("# a\n" + word) == 1);
  CHECK(count_in_pieces("# a\n  #" + word) == 1);
  CHECK(count_in_pieces("#" + word + ";b;") == 0);
  CHECK(count_in_pieces("#" + word + "'\nb;") == 2);
  CHECK(count_in_pieces("# a\n#" + word + "'\nb;") == 3);
  CHECK(count_in_pieces("cqlsh> a" + word + ";\nb;") == 2);
  CHECK(count_in_pieces(" 1 | " + word + ";\nb;") == 2);
  CHECK(count_in_pieces("cqlsh> BEGIN BATCH\n" + word + ";b;") == 3);
  CHECK(count_in_pieces("(a" + word + ";\nb;") == 2);
}

TEST_CASE("a line within a statement, a string or a comment is a part of it") {
  CHECK(split("a\n# b\nc;") == Found{"1:1 a\n# b\nc;"});
  CHECK(split("a '\n# b\n=======\ncqlsh> ';") == Found{"1:1 a '\n# b\n=======\ncqlsh> ';"});
  CHECK(split("/*\n# b\n=======\ncqlsh> a;\n*/ c;") == Found{"5:4 c;"});
  CHECK(split("BEGIN BATCH\n# b;\nAPPLY BATCH;") == Found{"1:1 BEGIN BATCH\n# b;\nAPPLY BATCH;"});
  CHECK(split("a; # b\nc;") == Found{"1:1 a;", "1:4 # b", "2:1 c;"});
}

TEST_CASE("a batch ends after APPLY BATCH") {
  CHECK(split("BEGIN BATCH a; b; APPLY BATCH; c;") == Found{"1:1 BEGIN BATCH a; b; APPLY BATCH;", "1:32 c;"});
  CHECK(split("begin unlogged batch a; apply /* ; */\n-- ;\nbatch ; c;").size() == 2);
  CHECK(split("BEGIN/**/BATCH;APPLY BATCH;").size() == 1);
  CHECK(split("BEGIN BATCH 'APPLY BATCH;'; apply; batch; APPLY 'x' BATCH; APPLY BATCH;").size() == 1);
  CHECK(split("BEGIN TRANSACTION; a; b;").size() == 3);
  CHECK(split("BEGIN; a;").size() == 2);
  CHECK(split("SELECT BEGIN BATCH; a;").size() == 2);
  CHECK(split("beginbatch; a;").size() == 2);
  CHECK(split("BEGIN 'x' BATCH; a;").size() == 2);
  CHECK(split("BEGIN BATCH a;") == Found{"1:1 BEGIN BATCH a; (open)"});
}

TEST_CASE("what is open at the end is handed out") {
  CHECK(split("a 'b; c") == Found{"1:1 a 'b; c (open)"});
  CHECK(split("a; /* b; c") == Found{"1:1 a;", "1:4 /* b; c (open)"});
  CHECK(split("a -") == Found{"1:1 a - (open)"});
  CHECK(split("a; --") == Found{"1:1 a;"});
}

TEST_CASE("the prompt knows what the text waits for") {
  CHECK(waits_for("") == Unfinished::nothing);
  CHECK(waits_for("a; -- b") == Unfinished::nothing);
  CHECK(waits_for("a;\n") == Unfinished::nothing);
  CHECK(waits_for("a") == Unfinished::statement);
  CHECK(waits_for("a -- it's\n") == Unfinished::statement);
  CHECK(waits_for("a 'b") == Unfinished::string);
  CHECK(waits_for("a 'b'''") == Unfinished::statement);
  CHECK(waits_for("a \"b;") == Unfinished::quoted_name);
  CHECK(waits_for("a $$b$") == Unfinished::dollar_string);
  CHECK(waits_for("a /* b") == Unfinished::comment);
  CHECK(waits_for("/* b") == Unfinished::comment);
  CHECK(waits_for("BEGIN BATCH a;") == Unfinished::batch);
  CHECK(waits_for("BEGIN BATCH a; APPLY") == Unfinished::batch);
  CHECK(waits_for("BEGIN BATCH a; APPLY BATCH ") == Unfinished::statement);
}

TEST_CASE("the last word of a script counts without a byte behind it") {
  for (const std::string script : {"BEGIN BATCH a; APPLY BATCH", "b; BEGIN BATCH a; APPLY BATCH"}) {
    Splitter splitter;
    splitter.feed(script);
    while (splitter.next()) continue;
    splitter.end();
    while (splitter.next()) continue;
    CHECK(splitter.unfinished() == Unfinished::statement);
  }
  Splitter splitter;
  splitter.feed("BEGIN BATCH a; APPLY");
  while (splitter.next()) continue;
  splitter.end();
  while (splitter.next()) continue;
  CHECK(splitter.unfinished() == Unfinished::batch);
}

TEST_CASE("clear drops what was fed") {
  Splitter splitter;
  splitter.feed("SELECT 'a\nBEGIN BATCH");
  CHECK_FALSE(splitter.next());
  splitter.clear();
  CHECK(splitter.unfinished() == Unfinished::nothing);
  splitter.feed("b;");
  const auto statement = splitter.next();
  REQUIRE(statement);
  CHECK(statement->text == "b;");
  CHECK(statement->line == 2);
}

TEST_CASE("a pasted table of one column is one statement, in whatever pieces it comes") {
  const std::string script =
      "INSERT INTO t (a) VALUES (1);\n\n [applied]\n-----------\n      True\n\nUSE a;\n count\n-------\n     "
      "2\n\n"
      "(1 rows)\nUSE b;\n id\n----\n  1\nUSE c;\nfoo\n-- a comment\nUSE d;\n";
  const std::vector<std::string> expected = {"INSERT INTO t (a) VALUES (1);",
                                             "[applied]\n-----------\n      True",
                                             "USE a;",
                                             "count\n-------\n     2\n\n(1 rows)",
                                             "USE b;",
                                             "id\n----\n  1",
                                             "USE c;",
                                             "foo\n-- a comment\nUSE d;"};
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{7}, script.size()}) {
    Splitter splitter;
    std::vector<std::string> statements;
    for (std::size_t begin = 0; begin < script.size(); begin += piece) {
      splitter.feed(std::string_view(script).substr(begin, piece));
      while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
    }
    CHECK(statements == expected);
  }
}

TEST_CASE("a statement behind a pasted result is none of its lines, whatever its texts say") {
  const std::string statement = "INSERT INTO log (m) VALUES ('Invalid: Error from server: code=2200');";
  Splitter splitter;
  splitter.feed("(1 rows)\n" + statement + "\n");
  splitter.end();
  std::vector<std::string> statements;
  while (const auto next = splitter.next()) statements.emplace_back(next->text);
  CHECK(statements == std::vector<std::string>{"(1 rows)", statement});
}

TEST_CASE("a long script in small pieces") {
  std::string script;
  for (int i = 0; i < 20'000; ++i)
    script += "INSERT INTO t (a) VALUES ('; " + std::to_string(i) + "'); -- x\n";
  Splitter splitter;
  std::size_t found = 0;
  for (const char character : script) {
    splitter.feed({&character, 1});
    while (const auto statement = splitter.next()) CHECK(statement->line == ++found);
  }
  CHECK(found == 20'000);
}
