// Answers that are tables: their keys, the types, static columns and times to live of their columns, and the rows they keep.
#include "shell/check/grade/grade.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "shell/check/grade/class_grade.h"

using namespace cellar;
using Losses = std::vector<std::string>;

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

TEST_CASE("a partition is as large as its rows, whatever a static column has lost") {
  const std::string text =
      "-- @exercise e \"E\" points=1\n-- @data d (k int, c int, v text)\n-- |*9 1, {i}, v{i}\n"
      "-- @task T1 design 1pt \"t\"\n-- @expect T1 size rows=5 from d\n";
  CHECK(grade_of(exercise_of(text),
                 "-- @answer T1\nCREATE TABLE t (k int, c int, v text STATIC, PRIMARY KEY (k, c));")
            .losses() == Losses{"T1.size"});
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
