// Grading: what an answer does decides, each task loses its own points, and what an answer may use is bounded.
#include "shell/check/grade/grade.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "shell/check/grade/grade_report.h"

using namespace cellar;
using Losses = std::vector<std::string>;

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

TEST_CASE("what an answer allows for LINT neither ends it nor allows it here") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @task T1 design 1pt \"d\"\n-- @expect T1 types p=int c=timestamp\n"
      "-- @expect T1 lint none L501\n";
  CHECK(grade_of(exercise_of(text),
                 "-- @answer T1\n-- @allow L501 it is small\n"
                 "CREATE TABLE t (p int, c timestamp, PRIMARY KEY (p, c))")
            .losses() == Losses{"T1.lint"});
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
