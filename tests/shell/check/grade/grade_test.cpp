// Grading: what an answer does decides, each rule loses its own points, and what an answer may use is bounded.
#include "shell/check/grade/grade.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/grade_report.h"

using namespace cellar;
using Losses = std::vector<std::string>;

namespace {

Grade of_table(const std::string& table, const std::string& teacher = {}) {
  return grade_of(exercise_of(kPosts), "-- @answer T1\n" + table, teacher);
}

}  // namespace

TEST_CASE("tables of several shapes have all points") {
  for (const std::string table : {
           "CREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, id));",
           "CREATE TABLE \"P\" (id int, at int, author text, title text, x int, PRIMARY KEY ((author), at, "
           "id)) WITH "
           "CLUSTERING ORDER BY (at DESC, id ASC)",
       }) {
    const Grade grade = of_table(table, kHiddenPosts);
    INFO(table);
    CHECK(grade.losses() == Losses());
    CHECK(grade.score() == 1000);
    CHECK(grade.is_full());
  }
}

TEST_CASE("each fault of a key loses the points of its rule alone") {
  const std::string columns = "CREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY ";
  CHECK(of_table(columns + "((author, id), at));").losses() == Losses{"T1.MR2"});
  CHECK(of_table(columns + "(author, id, at));").losses() == Losses{"T1.MR3", "T1.MR4"});
  CHECK(of_table(columns + "(author, id));").losses() == Losses{"T1.MR3", "T1.MR4"});
  CHECK(of_table(columns + "(author));").losses() == Losses{"T1.MR3", "T1.MR4", "T1.MR5"});
  CHECK(of_table("CREATE TABLE p (author text, at bigint, id int, title text, PRIMARY KEY (author, at, id));")
            .losses() == Losses{"T1.types"});
  CHECK(of_table("CREATE TABLE p (author text, at int, id int, PRIMARY KEY (author, at, id));").losses() ==
        Losses{"T1.MR1"});
}

TEST_CASE("hidden rows find what the visible ones do not") {
  const std::string table =
      "CREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at));";
  CHECK(of_table(table).losses() == Losses());
  const Grade grade = of_table(table, kHiddenPosts);
  CHECK(grade.losses() == Losses{"T1.MR5"});
  const GradedCheck& unique = grade.tasks.front().checks[4];
  CHECK(unique.variant == "two posts at one time");
  REQUIRE(unique.shortfall);
  CHECK(said(unique.shortfall->example) == std::vector<std::string>{"in the partition author = ann",
                                                                    "lost:        (ann, 2, 1, First)",
                                                                    "replaced by: (ann, 2, 2, Second)"});
}

TEST_CASE("the points of a task are all given out, whatever their weights are") {
  for (const std::string points : {"10", "7", "0.07", "3.33"}) {
    std::string text = kPosts;
    text.replace(text.find("points=10"), 9, "points=" + points);
    text.replace(text.find("design 10pt"), 11, "design " + points + "pt");
    const Grade grade = grade_of(exercise_of(text), "-- @answer T1\n");
    int sum = 0;
    for (const GradedCheck& check : grade.tasks.front().checks) sum += check.points;
    CHECK(points_text(sum) == points);
    CHECK(grade.score() == 0);
  }
}

TEST_CASE("an answer runs no command, reads no other keyspace, and writes nothing") {
  for (const std::string answer :
       {"SOURCE '/etc/passwd'", "COPY p FROM '/etc/passwd';", "CAPTURE 'out.txt'", "OUTPUT 'out.txt'",
        "DUMP p;", "INSERT INTO p (author) VALUES ('ann');", "DROP KEYSPACE exercise;", "USE numbered_rows;",
        "CREATE TABLE numbered_rows.p (author text PRIMARY KEY);", "GRANT ALL ON ALL KEYSPACES TO ann;"}) {
    INFO(answer);
    const Grade grade = of_table(answer);
    CHECK(grade.score() == 0);
    CHECK(grade.tasks.front().checks.front().shortfall->diagnostic == std::nullopt);
  }
}

TEST_CASE("a refused statement is shown with its place, and loses its own task alone") {
  std::string text = kPosts;
  text.replace(text.find("points=10"), 9, "points=12");
  text +=
      "-- @given\nCREATE TABLE t (k int PRIMARY KEY);\nINSERT INTO t (k) VALUES (1);\n"
      "-- @task T2 query 2pt \"all\"\n-- @expect T2 rows set\n-- | 1\n";
  const Grade grade =
      grade_of(exercise_of(text),
               "-- @answer T1\n\nCREATE TABLE p (author txt, PRIMARY KEY (author));\n-- @answer T2\nSELECT k "
               "FROM t WHERE k = 1;\n");
  CHECK(grade.tasks[0].score() == 0);
  CHECK(grade.tasks[1].score() == 200);
  const Shortfall& shortfall = *grade.tasks[0].checks.front().shortfall;
  REQUIRE(shortfall.diagnostic);
  CHECK(shortfall.diagnostic->line == 3);
  CHECK(shortfall.diagnostic->file == "ann.cql");
}

TEST_CASE("rows, statements and memory are bounded, and what is over says so") {
  const std::string head =
      "-- @exercise e \"E\" points=4 rows=3 memory=1MiB\n-- @given\nCREATE TABLE t (k int, c int, "
      "PRIMARY KEY (k, c));\n-- @data t (k int, c int)\n-- |*9 1, {i}\n-- @task T1 query 2pt \"q\"\n-- "
      "@expect T1 rows set\n-- | 1, 1\n-- @task T2 query 2pt \"q\"\n-- @expect T2 rows set\n-- | 1, 1\n";
  const Grade grade = grade_of(exercise_of(head),
                               "-- @answer T1\nSELECT k, c FROM t WHERE k = 1;\n-- @answer T2\nSELECT k, "
                               "c FROM t WHERE k = 1 AND c = 1;");
  CHECK(grade.losses() == Losses{"T1.rows"});
  CHECK(grade.tasks[0].checks.front().shortfall->reason.in(Language::english) ==
        "the query answers more than 3 rows, the most there may be");
  std::string many = "-- @answer T1\n";
  for (int i = 0; i < 60; ++i) many += "CREATE TYPE t" + std::to_string(i) + " (a int);\n";
  CHECK_THAT(grade_of(exercise_of(kPosts), many)
                 .tasks.front()
                 .checks.front()
                 .shortfall->reason.in(Language::english),
             Catch::Contains("more than 50 statements"));
}

TEST_CASE("a table that fills the memory says so, and the exercise goes on") {
  std::string text = "-- @exercise e \"E\" points=2 memory=1MiB\n-- @data d (k int, v text)\n";
  for (int i = 0; i < 30; ++i) text += "-- | " + std::to_string(i) + ", " + std::string(200'000, 'v') + "\n";
  text +=
      "-- @task T1 design 1pt \"t\"\n-- @expect T1 unique k from d\n-- @task T2 design 1pt \"t\"\n-- @expect "
      "T2 lint none L501\n";
  const Grade grade = grade_of(exercise_of(text),
                               "-- @answer T1\nCREATE TABLE a (k int PRIMARY KEY, v text);\n-- @answer "
                               "T2\nCREATE TABLE b (k int PRIMARY KEY);\n");
  CHECK(grade.losses() == Losses{"T1.MR5"});
  CHECK(grade.tasks.front().checks.front().shortfall->reason.in(Language::english) ==
        "the rows cannot be stored: they need more than 1 MiB, the most there may be");
}

TEST_CASE("a partition is as large as its rows, whatever a static column has lost") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (k int, c int, v text)\n-- |*9 1, {i}, v{i}\n"
      "-- @task T1 design 1pt \"t\"\n-- @expect T1 size rows=5 from d\n";
  CHECK(grade_of(exercise_of(text),
                 "-- @answer T1\nCREATE TABLE t (k int, c int, v text STATIC, PRIMARY KEY (k, c));")
            .losses() == Losses{"T1.size"});
}

TEST_CASE("hidden rows without a right answer do not judge a query") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @given\nCREATE TABLE t (k int PRIMARY KEY);\n-- @data t (k int)\n-- "
      "| 1\n"
      "-- @task T1 query 1pt \"q\"\n-- @expect T1 rows set\n-- | 1\n";
  const std::string hidden = "-- @hidden \"another row\"\n-- @data t (k int)\n-- | 2\n";
  const std::string answer = "-- @answer T1\nSELECT k FROM t WHERE k IN (1, 2) ALLOW FILTERING;";
  CHECK(grade_of(exercise_of(text), answer, hidden).losses() == Losses());
  const std::string right = "-- @right \"r\"\n-- @answer T1\nSELECT k FROM t WHERE k = 1;\n";
  CHECK(grade_of(exercise_of(text), answer, hidden + right).losses() == Losses{"T1.rows"});
}

TEST_CASE("a right answer that does not run with hidden rows is said to be the teacher's") {
  const std::string text =
      "-- @exercise e \"E\" points=1 rows=2\n-- @data d (p int, q int)\n-- | 1, 2\n-- @given\nCREATE TABLE d "
      "(p int "
      "PRIMARY KEY, q int);\n-- @task T1 query 1pt \"q\"\n-- @expect T1 rows set\n";
  const std::string hidden =
      "-- @hidden \"more\"\n-- @data d (p int, q int)\n-- | 1, 2\n-- | 2, 3\n-- | 3, 4\n";
  const auto reason = [&](const std::string& right, const std::string& answer) {
    const Grade grade = grade_of(exercise_of(text), "-- @answer T1\n" + answer,
                                 hidden + "-- @right \"r\"\n-- @answer T1\n" + right);
    const std::optional<Shortfall>& shortfall = grade.tasks.front().checks.front().shortfall;
    return shortfall ? shortfall->reason.in(Language::english) : "";
  };
  const std::string none = "SELECT p FROM d WHERE p = 9";
  CHECK(reason("SELECT r FROM d", none)
            .starts_with("the teacher's right answer cannot be run with these rows: "));
  CHECK(reason("SELECT p FROM d ALLOW FILTERING", none) ==
        "the teacher's right answer cannot be run with these rows: the query answers more than 2 rows, the "
        "most there "
        "may be");
  // The columns that are asked for are those of the right answer, since the exercise shows no row.
  CHECK(reason("SELECT p, q FROM d WHERE p = 1", none) == "it answers 1 column, and 2 are asked for");
  CHECK(reason("SELECT q FROM d WHERE p = 9", none) == "");
}

TEST_CASE("a part in which nothing is filled in takes no earlier answer away") {
  const std::string right =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, "
      "id));\n";
  CHECK(grade_of(exercise_of(kPosts), right + "-- @answer T1\n-- CREATE TABLE ...\n\n").is_full());
  CHECK(grade_of(exercise_of(kPosts), "-- @answer T1\n-- CREATE TABLE ...\n" + right).is_full());
  // What is written last counts.
  CHECK_FALSE(
      grade_of(exercise_of(kPosts), right + "-- @answer T1\nCREATE TABLE p (a int PRIMARY KEY);").is_full());
  const std::string words =
      "-- @exercise e \"E\" points=3\n-- @given\nCREATE TABLE t (k int PRIMARY KEY);\nINSERT INTO t (k) "
      "VALUES (1);\n"
      "-- @task T1 place 1pt \"p\"\n-- @query T1.a SELECT * FROM t WHERE k = 1\n-- @expect T1.a node of=4\n"
      "-- @task T2 layout 2pt \"l\"\n-- @expect T2 layout t\n";
  CHECK(grade_of(exercise_of(words),
                 "-- @answer T1\n-- a: node 2\n-- @answer T2\n-- partition k = 1\n--   (marker)\n-- @answer "
                 "T1\n-- a: node\n"
                 "-- @answer T2\n-- partition ...\n--   static\n--     ...\n")
            .is_full());
  CHECK(grade_of(exercise_of(words),
                 "-- @answer T1\n-- a: node 2\n-- @answer T2\n-- partition k = 1\n--   (marker)\n-- @answer "
                 "T1\n-- a: 节点\n"
                 "-- @answer T2\n-- 分区 ...\n--   静态行\n--     ...\n")
            .is_full());
}

TEST_CASE("a deadline that has passed loses the points and says so") {
  Exercise exercise = exercise_of(kPosts);
  exercise.limits.time = std::chrono::milliseconds(0);
  const Grade grade = grade_of(exercise, "-- @answer T1\nCREATE TABLE p (author text PRIMARY KEY);");
  CHECK(grade.score() == 0);
  CHECK_THAT(grade.tasks.front().checks.front().shortfall->reason.in(Language::english),
             Catch::Contains("the time that this statement was given is over"));
}

TEST_CASE("hints cost what the exercise says, once they are asked for") {
  const std::string right =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, "
      "id));";
  CHECK(grade_of(exercise_of(kPosts), right).tasks.front().hints.empty());
  const Grade one = grade_of(exercise_of(kPosts), right + "\n-- @hint T1\n");
  CHECK(one.score() == 1000);
  const Grade two = grade_of(exercise_of(kPosts), right + "\n-- @hint T1\n-- @hint T1\n");
  CHECK(two.score() == 800);
  CHECK(two.tasks.front().hints == std::vector<std::string>{"free", "dear"});
  // An answer with the exercise's own lines has asked for none.
  CHECK(grade_of(exercise_of(kPosts), kPosts + right).score() == 1000);
}

TEST_CASE("a hint of the rule that is lost is shown in the place of the general ones") {
  const Exercise exercise = exercise_of(kPosts + "-- @hint T1 MR5 \"two at one time\"\n");
  const std::string columns =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY ";
  const auto hints = [&](const std::string& answer) {
    return grade_of(exercise, answer, kHiddenPosts).tasks.front().hints;
  };
  CHECK(hints(columns + "(author, at));") == std::vector<std::string>{"two at one time"});
  CHECK(hints(columns + "((author, id), at));") == std::vector<std::string>{"free"});
  CHECK(hints(columns + "(author, at));\n-- @hint T1\n") ==
        std::vector<std::string>{"two at one time", "free"});
}

TEST_CASE("a student's copy cannot change what is asked") {
  const std::string copy =
      kPosts.substr(0, kPosts.find("-- @query")) + "-- @answer T1\nCREATE TABLE p (a int PRIMARY KEY);";
  CHECK(grade_of(exercise_of(kPosts), copy).score() < 1000);
}

TEST_CASE("what is predicted is compared with what the query does") {
  const std::string text =
      "-- @exercise e \"E\" points=6\n-- @given\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\n"
      "INSERT INTO t (k, c) VALUES (1, 1);\n-- @task T1 predict 6pt \"p\"\n"
      "-- @query T1.a SELECT * FROM t WHERE k = 1\n-- @expect T1.a verdict count\n"
      "-- @query T1.b SELECT * FROM t WHERE v = 1\n-- @expect T1.b verdict rule\n";
  const auto losses = [&](const std::string& a, const std::string& b) {
    return grade_of(exercise_of(text), "-- @answer T1\n-- a: " + a + "\n-- b: " + b + "\n").losses();
  };
  CHECK(losses("1 row", "refused K1") == Losses());
  CHECK(losses("accepted, 1 row", "refused, E301.") == Losses());
  CHECK(losses("accepted", "refused") == Losses{"T1.count", "T1.reason"});
  CHECK(losses("refused", "accepted") == Losses{"T1.count", "T1.reason", "T1.verdict"});
  CHECK(losses("接受，1行", "被拒绝 K1。") == Losses());
  CHECK(losses("1 行", "拒绝（E301）") == Losses());
  // Who lists everything has predicted nothing.
  CHECK(losses("1 2 3 rows", "refused K1 K2 K3 E301") == Losses{"T1.count", "T1.reason"});
  CHECK(losses("accepted or refused, 1", "accepted refused K1") == Losses{"T1.verdict"});
}

TEST_CASE("what is predicted may be written as people write it") {
  const std::string text =
      "-- @exercise e \"E\" points=6\n-- @given\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\n"
      "INSERT INTO t (k, c) VALUES (1, 1);\n-- @task T1 predict 6pt \"p\"\n"
      "-- @query T1.a SELECT * FROM t WHERE k = 1\n-- @expect T1.a verdict count\n"
      "-- @query T1.b SELECT * FROM t WHERE v = 1\n-- @expect T1.b verdict rule\n"
      "-- @query T1.c SELECT * FROM t WHERE k = 2\n-- @expect T1.c verdict count\n";
  const auto losses = [&](const std::string& answer) {
    return grade_of(exercise_of(text), "-- @Answer T1\n" + answer).losses();
  };
  CHECK(losses("-- a: 1\n-- b: refused (K1)\n-- c: none\n") == Losses());
  CHECK(losses("-- A: one row\n-- b) error, E301\n-- c = no rows\n") == Losses());
  CHECK(losses("-- a: not refused, 1 row\n-- b: refused: K1\n-- c: ok, nothing\n") == Losses());
  CHECK(losses("-- a: no error, 1 row\n-- b: not accepted K1\n-- c: zero rows\n") == Losses());
  // A number in parentheses counts where it is the only one.
  CHECK(losses("-- a: accepted (1 row)\n-- b: refused (K1)\n-- c: ok (0)\n") == Losses());
  CHECK(losses("-- a: 接受（1 行）\n-- b：拒绝 K1\n-- c: 接受（没有行）\n") == Losses());
  CHECK(losses("-- a: 1 (not 2)\n-- b: K1\n-- c: (1, 2)\n") == Losses{"T1.count", "T1.verdict"});
  for (const std::string refused : {"will not be accepted",
                                    "won't be accepted",
                                    "cannot be accepted",
                                    "isn't accepted",
                                    "isn’t accepted",
                                    "it is not allowed",
                                    "does not work",
                                    "not allowed",
                                    "doesn't run",
                                    "fails",
                                    "an error",
                                    "denied",
                                    "refused, works with ALLOW FILTERING",
                                    "refused: it reads all rows",
                                    "不接受",
                                    "不被接受",
                                    "不能接受",
                                    "报错",
                                    "错误",
                                    "不允许",
                                    "失败"}) {
    INFO(refused);
    CHECK(losses("-- a: 1\n-- b: " + refused + " K1\n-- c: 0\n") == Losses());
    CHECK(losses("-- a: " + refused + " 1\n-- b: refused K1\n-- c: 0\n") == Losses{"T1.verdict"});
  }
  for (const std::string accepted :
       {"works without error", "allowed", "succeeds", "will not be refused", "does not give an error", "runs",
        "no errors", "cannot fail", "不会被拒绝", "没有被拒绝", "不拒绝", "不报错", "成功"}) {
    INFO(accepted);
    CHECK(losses("-- a: " + accepted + ", 1\n-- b: refused K1\n-- c: 0\n") == Losses());
    CHECK(losses("-- a: 1\n-- b: " + accepted + " K1\n-- c: 0\n") == Losses{"T1.verdict"});
  }
  for (const std::string refused : {"refused K1/E301", "refused K1?", "refused [K1]", "no, refused K1",
                                    "refused Ｋ１", "failed K1", "拒绝：Ｋ１", "refused:K1", "refused,K1"}) {
    INFO(refused);
    CHECK(losses("-- a: 1\n-- b: " + refused + "\n-- c: 0\n") == Losses());
  }
  CHECK(losses("-- a: 1 row(s)\n-- b: refused: K1 (2 of the 3 columns are missing)\n-- c: answers 0\n") ==
        Losses());
  CHECK(losses("-- a: 1 (of 2)\n-- b: refused 'K1';E301\n-- c: 0 (nothing)\n") == Losses{"T1.count"});
  CHECK(losses("-- a: 无效 1\n-- b: 不能 K1\n-- (c) no rows\n") == Losses{"T1.verdict"});
  CHECK(losses("-- Ａ：１行\n-- Ｂ：拒绝 K1\n-- c: 0个行\n") == Losses());
  CHECK(losses("-- a: not an error, 1 row\n-- b: refused K1\n-- c: no rows\n") == Losses());
  // "rows" alone says accepted, and not beside a word that says more.
  CHECK(losses("-- a: not allowed, 1 row\n-- b: is never refused, K1\n-- c: does not work: 0 rows\n") ==
        Losses{"T1.verdict"});
  CHECK(losses("-- a: 一行\n-- b: 被拒绝 K1\n-- c: 没有行\n") == Losses());
  CHECK(losses("-- a: not accepted\n-- b: no error\n-- c: 1 row\n") ==
        Losses{"T1.count", "T1.reason", "T1.verdict"});
  CHECK(losses("-- a: ()\n-- b: )\n-- c: !\n") == Losses{"T1.count", "T1.reason", "T1.verdict"});
}

TEST_CASE("queries that are predicted run once and in their order, answered or not") {
  const std::string text =
      "-- @exercise e \"E\" points=6\n-- @given\nCREATE TABLE t (k int PRIMARY KEY, n counter);\n"
      "-- @task T1 predict 6pt \"p\"\n"
      "-- @query T1.a UPDATE t SET n = n + 1 WHERE k = 1\n-- @expect T1.a verdict count\n"
      "-- @query T1.b SELECT k FROM t WHERE k = 1 AND n = 1 ALLOW FILTERING\n-- @expect T1.b verdict count\n";
  const Grade grade = grade_of(exercise_of(text), "-- @answer T1\n-- b: 1 row\n");
  CHECK(grade.losses() == Losses{"T1.count", "T1.verdict"});
  for (const GradedCheck& check : grade.tasks.front().checks) CHECK(check.passed() == (check.query == "b"));
}

TEST_CASE("a report says once why what is predicted is wrong, in the student's words") {
  const std::string text =
      "-- @exercise e \"E\" points=6\n-- @given\nCREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\n"
      "-- @task T1 predict 6pt \"p\"\n"
      "-- @query T1.a SELECT * FROM t WHERE k = 1\n-- @expect T1.a verdict count\n"
      "-- @query T1.b SELECT * FROM t WHERE v = 1\n-- @expect T1.b verdict rule\n"
      "-- @query T1.c INSERT INTO t (k, c) VALUES (1, 1)\n-- @expect T1.c verdict\n";
  const auto report = [&](const std::string& answer) {
    return grade_text(grade_of(exercise_of(text), "-- @answer T1\n" + answer), Language::english);
  };
  const auto times = [](std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
    return count;
  };
  CHECK(times(report("-- a：不接受\n-- b: refused K1\n-- c: ok\n"), "you wrote: 不接受\n") == 1);
  // What says neither, or both, is no verdict.
  CHECK(times(report("-- a: maybe\n-- b: accepted or refused K1\n-- c: ok\n"),
              "write either accepted or refused") == 2);
  CHECK(times(report("-- a: refused\n-- b: 1\n-- c: ok\n"), "write either accepted or refused") == 0);
  const std::string wrong = report("-- a: Refused K4\n-- b: Refused K4\n-- c: Refused\n");
  CHECK(times(wrong, "you wrote: Refused K4") == 2);
  CHECK(times(wrong, "it is accepted, and answers 0 rows") == 1);
  CHECK(times(wrong, "it is accepted\n") == 1);
  CHECK(times(wrong, "it is refused (E301 K1") == 1);
  CHECK(times(report("-- a:\n"), "there is no answer to this task") == 1);
}

TEST_CASE("numbers may be off by what the exercise says, and nodes are those of the tokens") {
  const std::string text =
      "-- @exercise e \"E\" points=4\n-- @given\nCREATE TABLE t (k int PRIMARY KEY);\n-- @task T1 size 2pt "
      "\"s\"\n"
      "-- @expect T1.bytes number 1000 within=5%\n-- @expect T1.cells number 7\n-- @task T2 place 2pt \"p\"\n"
      "-- @query T2.one SELECT * FROM t WHERE k = 1\n-- @expect T2.one node of=4\n";
  const auto losses = [&](const std::string& bytes, const std::string& cells, const std::string& node) {
    return grade_of(exercise_of(text), "-- @answer T1\n-- bytes: " + bytes + "\n-- cells: " + cells +
                                           "\n-- @answer T2\n-- one: " + node + "\n")
        .losses();
  };
  // token(1) is -4069959284402364209, in the second quarter from -2^63 on.
  CHECK(losses("1,050 bytes", "7", "node 2") == Losses());
  CHECK(losses("9_50", "7", "2") == Losses());
  CHECK(losses("1051", "7", "2") == Losses{"T1.number"});
  CHECK(losses("949", "8", "1") == Losses{"T1.number", "T2.node"});
  CHECK(losses("1000 1001", "7", "") == Losses{"T1.number", "T2.node"});
  CHECK(losses("1000b", "(7 cells)", "2") == Losses());
  CHECK(losses("１０００", "7个", "节点２") == Losses());
  CHECK(losses("1 (1000 bytes)", "7kB", "nodes 2 and 3") == Losses{"T1.number", "T2.node"});
}

TEST_CASE("a column that is wrongly STATIC is named, since every row has a key of its own") {
  const Grade grade = of_table(
      "CREATE TABLE p (author text, at int, id int, title text STATIC, PRIMARY KEY (author, at, id)) "
      "WITH CLUSTERING ORDER BY (at DESC)");
  for (const GradedCheck& check : grade.tasks.front().checks) {
    if (check.passed()) continue;
    CHECK(check.shortfall->reason.in(Language::english)
              .starts_with("title is STATIC, so a partition has it once"));
  }
  // The rows are there, in their order, and each has a place of its own.
  CHECK(grade.losses() == Losses{"T1.MR1"});
}

TEST_CASE("what an answer allows for LINT neither ends it nor allows it here") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @task T1 design 1pt \"d\"\n-- @expect T1 types p=int c=timestamp\n"
      "-- @expect T1 lint none L501\n";
  CHECK(grade_of(exercise_of(text),
                 "-- @answer T1\n-- @allow L501 it is small\n"
                 "CREATE TABLE t (p int, c timestamp, PRIMARY KEY (p, c))")
            .losses() == Losses{"T1.lint"});
}

TEST_CASE("a column that is wrongly STATIC costs one rule") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (p int, c int, v int, w int)\n-- | 1, 1, 10, 5\n-- | 1, 2, "
      "20, "
      "5\n-- @task T1 design 1pt \"d\"\n-- @query T1.Q1 SELECT c, v FROM $T1 WHERE p = 1 ORDER BY c\n"
      "-- @expect T1.Q1 plan partitions=1 filtered=no\n-- @expect T1.Q1 rows ordered from d\n"
      "-- @expect T1 unique p, c from d\n";
  const auto losses = [&](const std::string& columns, const std::string& expected = "") {
    return grade_of(exercise_of(text + expected),
                    "-- @answer T1\nCREATE TABLE t (p int, c int, " + columns + ")")
        .losses();
  };
  const std::string both = ", PRIMARY KEY (p, c)";
  CHECK(losses("v int, w int" + both) == Losses());
  CHECK(losses("v int, w int STATIC" + both) == Losses());
  CHECK(losses("v int STATIC, w int" + both) == Losses{"T1.MR1"});
  CHECK(losses("v int STATIC, w int" + both, "-- @expect T1 static w\n") == Losses{"T1.static"});
  CHECK(losses("v int STATIC, w int STATIC" + both, "-- @expect T1 static w\n") == Losses{"T1.static"});
  // No query reads x: it is the fact that is lost.
  const std::string unread = ", x int STATIC" + both;
  std::string with_x = text;
  with_x.replace(with_x.find("w int)"), 6, "x int)");
  with_x.replace(with_x.find("10, 5"), 5, "10, 6");
  CHECK(grade_of(exercise_of(with_x), "-- @answer T1\nCREATE TABLE t (p int, c int, v int" + unread + ")")
            .losses() == Losses{"T1.MR5"});
  // Of two rows with one key the second one replaces the first, and no column is to blame.
  CHECK(losses("v int, w int, PRIMARY KEY (p, w)") == Losses{"T1.MR4", "T1.MR5"});
}

TEST_CASE("an id that the student adds to the key is filled with a fresh value in each row") {
  CHECK(of_table("CREATE TABLE p (author text, at int, post timeuuid, id int, title text, PRIMARY KEY "
                 "(author, at, post)) "
                 "WITH CLUSTERING ORDER BY (at DESC)",
                 kHiddenPosts)
            .losses() == Losses());
  CHECK(of_table("CREATE TABLE p (author text, at int, post uuid, id int, title text, PRIMARY KEY ((author, "
                 "post), at))")
            .losses() == Losses{"T1.MR2"});
}

TEST_CASE("rows are loaded into a table of counters by UPDATE") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (page text, day int, views counter)\n-- | a, 1, 5\n-- | a, "
      "2, 7\n"
      "-- @task T1 design 1pt \"d\"\n-- @query T1.Q1 SELECT day, views FROM $T1 WHERE page = 'a'\n"
      "-- @expect T1.Q1 plan partitions=1 filtered=no\n-- @expect T1.Q1 rows set from d\n"
      "-- @expect T1 unique page, day from d\n-- @expect T1 size rows=2 from d\n";
  const auto losses = [&](const std::string& table) {
    return grade_of(exercise_of(text), "-- @answer T1\n" + table).losses();
  };
  CHECK(losses("CREATE TABLE v (page text, day int, views counter, PRIMARY KEY (page, day))") == Losses());
  CHECK(losses("CREATE TABLE v (page text PRIMARY KEY, views counter)") == Losses{"T1.MR1", "T1.MR5"});
  CHECK(losses("CREATE TABLE v (page text, day int, views counter STATIC, PRIMARY KEY (page, day))") ==
        Losses{"T1.MR1", "T1.MR5", "T1.size"});
  CHECK(losses("CREATE TABLE v (page text, day int, views bigint, PRIMARY KEY (page, day))") ==
        Losses{"T1.MR1"});
}

TEST_CASE("a column takes the data for what they are, in a type of their family") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (p text, c int, at timestamp, w set<int>, extra int)\n"
      "-- | a, 1, 2025-01-01, {1}, 7\n-- | a, 2, 2025-01-02, {2}, 8\n-- @task T1 design 1pt \"d\"\n"
      "-- @query T1.Q1 SELECT c, at, w FROM $T1 WHERE p = 'a'\n-- @expect T1.Q1 rows set from d\n"
      "-- @expect T1 unique p, c from d\n";
  const auto grade = [&](const std::string& c, const std::string& at, const std::string& w,
                         const std::string& extra, const std::string& expectation = "") {
    return grade_of(exercise_of(text + expectation), "-- @answer T1\nCREATE TABLE t (p text, c " + c +
                                                         ", at " + at + ", w " + w + ", extra " + extra +
                                                         ", PRIMARY KEY (p, c))");
  };
  for (const std::string number : {"int", "bigint", "tinyint", "varint", "decimal", "double"})
    CHECK(grade(number, "date", "set<" + number + ">", number).losses() == Losses());
  for (const std::string type : {"inet", "date", "time", "timestamp", "text"}) {
    INFO(type);
    CHECK_FALSE(grade(type, "timestamp", "set<int>", "int").is_full());
    CHECK(grade("int", "timestamp", "set<int>", type).losses() == Losses{"T1.MR5"});
  }
  const Grade as_text = grade("int", "text", "frozen<set<int>>", "int");
  CHECK(as_text.losses() == Losses{"T1.MR1"});
  CHECK(as_text.tasks.front().checks.front().shortfall->reason.in(Language::english) ==
        "at is text, and the rows of d have timestamp there");
  CHECK(grade("int", "timestamp", "set<text>", "int").losses() != Losses());
  // Where the task says which types there may be, they count.
  CHECK(grade("int", "text", "set<int>", "int", "-- @expect T1 types at=timestamp\n").losses() ==
        Losses{"T1.types"});
  CHECK(grade("int", "text", "set<int>", "int", "-- @expect T1 types at=timestamp|text\n").losses() ==
        Losses());
}

TEST_CASE("rows that end are lost, unless the task asks for a time to live") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (p text, c int)\n-- | a, 1\n-- | a, 2\n"
      "-- @task T1 design 1pt \"d\"\n-- @query T1.Q1 SELECT c FROM $T1 WHERE p = 'a'\n"
      "-- @expect T1.Q1 rows set from d\n";
  const std::string unique = "-- @expect T1 unique p, c from d\n", lasting = "-- @expect T1 ttl 3600\n";
  const auto grade = [&](const std::string& expectations, const std::string& options) {
    return grade_of(exercise_of(text + expectations),
                    "-- @answer T1\nCREATE TABLE t (p text, c int, PRIMARY KEY (p, c))" + options);
  };
  const std::string second = " WITH default_time_to_live = 1", hour = " WITH default_time_to_live = 3600";
  CHECK(grade("", "").is_full());
  CHECK(grade("", second).losses() == Losses{"T1.MR1"});
  CHECK(grade(unique, second).losses() == Losses{"T1.MR5"});
  CHECK(grade(unique, second).tasks.front().checks.back().shortfall->reason.in(Language::english) ==
        "rows end 1 second after they are written, and are lost then");
  CHECK(grade(unique, " WITH default_time_to_live = 0").is_full());
  CHECK(grade(unique + lasting, hour).is_full());
  CHECK(grade(unique + lasting, second).losses() == Losses{"T1.ttl"});
  CHECK(grade(lasting, "").losses() == Losses{"T1.ttl"});
  CHECK_THROWS_AS(grade("-- @expect T1 ttl 0\n", ""), WrongExercise);
}

TEST_CASE("a table that shares no column with the data costs the points of its answer alone") {
  const Exercise exercise = exercise_of(kPosts);
  const auto answer = [&](const std::string& name, const std::string& table) {
    return NamedAnswer{name, read_student_answer("-- @answer T1\n" + table, exercise)};
  };
  const std::vector<Grade> grades = grade_class(
      exercise, nullptr,
      {answer("ann.cql",
              "CREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, id))"),
       answer("bob.cql", "CREATE TABLE t (id uuid PRIMARY KEY)"),
       answer("cid.cql", "CREATE TABLE t (a timeuuid, b uuid, own int, PRIMARY KEY (a, b))")},
      1);
  REQUIRE(grades.size() == 3);
  CHECK(grades[0].is_full());
  CHECK(grades[2].score() == 0);
  CHECK(grades[1].losses() == Losses{"T1.MR1", "T1.MR2", "T1.MR3", "T1.MR4", "T1.MR5", "T1.types"});
}

TEST_CASE("rows may be counted in other data than those that are read") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data a (p int, c int)\n-- | 1, 1\n"
      "-- @data b (p int, d int)\n-- |*5 1, {i}\n-- @data c (p int, c text)\n-- |*5 1, x{i}\n"
      "-- @task T1 design 1pt \"d\"\n-- @query T1.Q1 SELECT c FROM $T1 WHERE p = 1\n"
      "-- @expect T1.Q1 rows set from a\n-- @expect T1 unique p, c from a\n";
  const std::string answer = "-- @answer T1\nCREATE TABLE t (p int, c int, PRIMARY KEY (p, c))";
  const auto losses = [&](const std::string& size) {
    return grade_of(exercise_of(text + "-- @expect T1 size rows=2 from " + size + "\n"), answer).losses();
  };
  CHECK(losses("a") == Losses());
  CHECK(losses("b") == Losses{"T1.size"});
  CHECK(losses("c") == Losses{"T1.size"});
}

TEST_CASE("a fact that the data say twice is one row, unless the table makes another one of it") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data a (p int, c int, v text)\n-- | 1, 1, x\n-- | 1, 2, y\n-- | 1, "
      "1, x\n"
      "-- @task T1 design 1pt \"d\"\n-- @query T1.Q1 SELECT c, v FROM $T1 WHERE p = 1\n"
      "-- @expect T1.Q1 rows ordered by c from a\n";
  const auto losses = [&](const std::string& answer) {
    return grade_of(exercise_of(text), "-- @answer T1\n" + answer).losses();
  };
  CHECK(losses("CREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c))") == Losses());
  CHECK(losses("CREATE TABLE t (p int, c int, v text, id timeuuid, PRIMARY KEY (p, c, id))") ==
        Losses{"T1.MR1", "T1.MR4"});
}

TEST_CASE("types may have several parts, and all that are wrong are named") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @task T1 design 1pt \"d\"\n"
      "-- @expect T1 types m=map<text,frozen<list<text>>> n=int\n-- @hint T1 types \"Look at the types.\"\n"
      "-- @hint T1 lint \"never\"\n";
  const auto grade = [&](const std::string& columns) {
    return grade_of(exercise_of(text), "-- @answer T1\nCREATE TABLE t (k int PRIMARY KEY, " + columns + ")");
  };
  CHECK(grade("m map<text, frozen<list<text>>>, n int").losses() == Losses());
  CHECK(grade("m map<text, frozen<list<text>>>, n int").tasks.front().hints.empty());
  const Grade wrong = grade("m frozen<map<text, list<text>>>, n text");
  CHECK(wrong.losses() == Losses{"T1.types"});
  CHECK(said(wrong.tasks.front().checks.front().shortfall->example) ==
        std::vector<std::string>{"n is text, and it should be: int"});
  CHECK(wrong.tasks.front().hints == std::vector<std::string>{"Look at the types."});
}

TEST_CASE("a column of the data may be quoted, as its table has it") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @given\nCREATE TABLE t (p int PRIMARY KEY, \"Ab\" int);\n"
      "-- @data t (p int, \"Ab\" int)\n-- | 1, 2\n-- @task T1 query 1pt \"q\"\n-- @expect T1 rows set\n-- | "
      "2\n";
  CHECK(grade_of(exercise_of(text), "-- @answer T1\nSELECT \"Ab\" FROM t WHERE p = 1").losses() == Losses());
}
