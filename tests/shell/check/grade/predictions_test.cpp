// Predictions: a verdict, a number or a node is compared with what the query does, in whatever words it is written.
#include "shell/check/grade/grade.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "shell/check/grade/grade_report.h"

using namespace cellar;
using Losses = std::vector<std::string>;

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
