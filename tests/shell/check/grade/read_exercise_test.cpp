// Exercises that cannot be graded are refused, with the place of the fault.
#include "shell/check/grade/read_exercise.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "refusal/messages.h"

using namespace cellar;

namespace {

/// Grades an empty answer, and returns "LINE CODE title" of what is wrong with the exercise; empty if nothing is.
std::string fault_of(const std::string& text, const std::string& teacher = {}) {
  try {
    grade_of(exercise_of(text), "", teacher);
    return "";
  } catch (const WrongExercise& wrong) {
    const Diagnostic& fault = wrong.fault.diagnostic;
    return std::to_string(wrong.fault.line) + " " + std::string(fault.code()) + " " + title_of(fault);
  }
}

std::string with(const std::string& line) { return kPosts + line + "\n"; }

}  // namespace

TEST_CASE("a wrong exercise is refused with its place and reason") {
  CHECK(fault_of(kPosts) == "");
  CHECK(fault_of("") == "1 E660 test.cql is no exercise");
  CHECK(fault_of("SELECT 1;") == "1 E660 test.cql is no exercise");
  CHECK(fault_of(with("-- @expects T1 plan")) == "15 E660 @expects is no directive of this file");
  CHECK(fault_of(with("-- @task T2 desing 1pt \"x\"")) == "15 E660 @task is not of its form");
  CHECK(fault_of(with("-- @task T1 design 1pt \"x\"")) == "15 E661 there are two with the name T1: task");
  CHECK(fault_of(with("-- @task T2 design 1pt \"x\"")) == "15 E662 task T2 expects nothing");
  CHECK(fault_of(with("-- @expect T9 lint none L501")) == "15 E661 there is no task T9 in this exercise");
  CHECK(fault_of(with("-- @expect T1.Q9 plan partitions=1 filtered=no")) ==
        "15 E661 there is no query T1.Q9 in this exercise");
  CHECK(fault_of(with("-- @expect T1.Q1 rows set from nothing")) ==
        "15 E661 there is no data nothing in this exercise");
  CHECK(fault_of(with("-- @expect T1 verdict")) ==
        "15 E662 task T1, of the kind design, is not judged by this");
  CHECK(fault_of(with("-- @data more (author text, id int)\n-- @expect T1 unique author, id from more")) ==
        "16 E662 task T1, of the kind design, is not judged by this");
  CHECK(fault_of(with("-- @hint T1 MR9 \"x\"")) == "15 E660 @hint is not of its form");
  CHECK(fault_of(with("-- @data more (\"a int)")) == "15 E660 @data is not of its form");
  CHECK(fault_of(with("-- @data posts (a int)")) == "15 E661 there are two with the name posts: data");
  CHECK(fault_of(with("-- @data more (a int)\n-- | 1, 2")) ==
        "15 E660 the row in line 16 does not have 1 value: 1, 2");
  CHECK(fault_of(with("-- @data more (a int)\n-- | x")) ==
        "15 E663 the row (x) of more cannot be stored: x is no literal");
  CHECK(fault_of(with("-- @given\n\nCREATE TABLE;")).starts_with("17 E663 a given statement is refused: "));
  CHECK(fault_of(with("-- @given\nSOURCE 'a'")) ==
        "16 E663 what is given holds SOURCE 'a', a command of the shell");
  CHECK(fault_of(with("-- @query T1.Q2 SELECT * FROM $T1\n-- @expect T1.Q2 plan partitions=1 filtered=no"))
            .starts_with("15 E663"));
  CHECK(fault_of(with("-- @query T1.Q2 SELECT note FROM $T1\n-- @expect T1.Q2 rows set from posts")) ==
        "15 E663 the query Q2 names the column note, which posts does not have");
  CHECK(fault_of(with("-- @query T1.Q2 SELECT at FROM $T1\n-- @expect T1.Q2 rows ordered from posts"))
            .starts_with("15 E663"));
  CHECK(fault_of(with("-- @task T2 layout 1pt \"x\"\n-- @expect T2 layout a\n-- @expect T2 layout b")) ==
        "15 E662 task T2 expects several layouts");
  CHECK(fault_of(with("-- @task T2 repair 1pt \"x\"\n-- @expect T2 rows set")) ==
        "15 E662 task T2 has nothing to repair");
  std::string points = kPosts;
  points.replace(points.find("points=10"), 9, "points=11");
  CHECK(fault_of(points) == "1 E662 the exercise gives 11 points, and its tasks 10");
}

TEST_CASE("wrong answers of a teacher's are refused with their place") {
  CHECK(fault_of(kPosts, "-- @wrong \"x\"\n") == "1 E660 @wrong is not of its form");
  CHECK(fault_of(kPosts, "-- @answer T1\n") == "1 E662 this part belongs to no answer");
  CHECK(fault_of(kPosts, "-- @right \"x\"\n-- @answer T7\n") ==
        "2 E661 there is no task T7 in this exercise");
  CHECK(fault_of(kPosts, "-- @hidden \"x\"\n-- @data posts (author text)\n")
            .starts_with("2 E662 the columns differ"));
  for (const std::string empty : {"", "-- CREATE TABLE ...\n", "\n-- nothing yet\n"})
    CHECK(fault_of(kPosts, "-- @right \"x\"\n-- @answer T1\n" + empty) ==
          "2 E662 the right answer to task T1 is empty");
  constexpr const char* kPredicted =
      "-- @exercise e \"E\" points=1\n-- @data d (a int)\n-- | 1\n-- @task T1 predict 1pt \"t\"\n"
      "-- @query T1.a SELECT a FROM d\n-- @expect T1.a verdict\n";
  CHECK(fault_of(kPredicted, "-- @hidden \"x\"\n-- @data d (a int)\n-- | 2\n") ==
        "1 E662 no task of this exercise is judged by other rows");
}

TEST_CASE("an expectation that no answer could meet, or each would, is refused") {
  CHECK(fault_of(with("-- @expect T1 lint none L999")) == "15 E660 @expect is not of its form");
  CHECK(fault_of(with("-- @expect T1 lint none L501 E302")) == "15 E660 @expect is not of its form");
  CHECK(fault_of(with("-- @expect T1 lint none l501")) == "");
  for (const std::string code : {"L502", "L503", "L504", "L511", "L512", "L514", "L526"})
    CHECK(fault_of(with("-- @expect T1 lint none " + code)) == "");
  // These need rows, queries, an index or another table.
  for (const std::string code : {"L505", "L506", "L507", "L515", "L522", "L530"})
    CHECK(fault_of(with("-- @expect T1 lint none " + code)) == "15 E660 @expect is not of its form");
  CHECK(exercise_of(with("-- @expect T1 lint none l501")).tasks[0].expectations.back().what.index() == 3);
  CHECK(fault_of(with("-- @expect T1 static NOTE")) ==
        "15 E661 there is no column of data note in this exercise");
  CHECK(fault_of(with("-- @expect T1 static TITLE")) == "");
  CHECK(fault_of(with("-- @expect T1 unique AUTHOR from posts")) == "");
  CHECK(fault_of(with("-- @expect T1 unique note from posts")) ==
        "15 E661 there is no column of posts note in this exercise");
  CHECK(fault_of(with("-- @expect T1 types at=")) == "15 E660 @expect is not of its form");
  CHECK(fault_of(with("-- @expect T1 size rows=0 from posts")) == "15 E660 @expect is not of its form");
  const std::string query = "-- @task T2 query 1pt \"q\"\n-- @expect T2 rows ";
  CHECK(fault_of(with(query + "ordered by at")) == "16 E660 @expect is not of its form");
  CHECK(fault_of(with(query + "set\n-- | 1, 5\n-- | 2, 6, 7")) ==
        "16 E660 the row in line 18 does not have 2 values: 2, 6, 7");
  CHECK(fault_of(with("-- @task T2 place 1pt \"p\"\n-- @expect T2.a node of=99999999999")) ==
        "16 E661 there is no query T2.a in this exercise");
  for (const std::string setting :
       {"level=9", "level=0", "rows=0", "rows=2000000", "time=0s", "time=10000000000000000000s", "time=601s",
        "memory=0MiB", "memory=17592186044416MiB"}) {
    INFO(setting);
    CHECK(fault_of("-- @exercise e \"E\" points=1 " + setting + "\n") ==
          "1 E660 @exercise is not of its form");
  }
  CHECK(fault_of(with("-- @task T2 design 1pt \"x\" weights=foo:3")) == "15 E660 @task is not of its form");
}

TEST_CASE("a directive of another form is marked at the word, and shown in its own form") {
  const auto marked = [](const std::string& line) {
    try {
      exercise_of(with(line));
    } catch (const WrongExercise& wrong) {
      const Span span = wrong.fault.diagnostic.span;
      return wrong.fault.text.substr(span.begin, span.end - span.begin) + " | " +
             std::string(words_of(wrong.fault.diagnostic, Language::english).fix);
    }
    return std::string("accepted");
  };
  CHECK(marked("-- @task T2 size 1pt \"s\"\n-- @expect T2.a number 73,000") ==
        "73,000 | number N [within=N%]");
  CHECK(marked("-- @expect T1.Q1 plan partitions=one filtered=no") ==
        "partitions=one | plan partitions=N filtered=no|yes");
  CHECK(marked("-- @expect T1 lint some L501") == "some | lint none CODE ...");
  // Nothing is there to be marked.
  CHECK(marked("-- @expect T1 lint none") == "-- @expect T1 lint none | lint none CODE ...");
  CHECK(marked("-- @expect T1 lints L501") ==
        "lints | -- @expect TASK[.QUERY] plan|rows|unique|lint|types|static|size|verdict|number|node|layout "
        "...");
  CHECK(marked("-- @hint T1 MR9 \"x\"") == "MR9 | -- @hint TASK [POINTSpt|RULE] \"text\"");
  // The word is in a line that goes on with the directive.
  CHECK(marked("-- @expect T1\n--   lint some") == "-- @expect T1 | lint none CODE ...");
}

TEST_CASE("weights are those of rules by which the task is judged, and an exercise has one head") {
  CHECK(fault_of(with("-- @exercise f \"F\" points=10")) == "15 E662 this file has two lines -- @exercise");
  for (const std::string points : {"x", "-1", "10.005", "1000000", "0"})
    CHECK(fault_of("-- @exercise e \"E\" points=" + points + "\n") == "1 E660 @exercise is not of its form");
  std::string weighed = kPosts;
  const std::string task = "\"The newest posts\"";
  weighed.insert(weighed.find(task) + task.size(), " weights=MR2:20,MR5:5");
  CHECK(fault_of(weighed) == "");
  weighed.replace(weighed.find("MR5:5"), 5, "verdict:5");
  CHECK(fault_of(weighed) == "7 E662 task T1 is not judged by the rule verdict, which has a weight");
}

TEST_CASE("what is wrong with an exercise is shown as the file has it") {
  const auto shown = [](const std::string& text) {
    try {
      grade_of(exercise_of(text), "");
    } catch (const WrongExercise& wrong) {
      return wrong.fault.text;
    }
    return std::string();
  };
  const std::string query = "-- @query T1.Q2 SELECT * FROM $T1";
  CHECK(shown(with(query + "\n-- @expect T1.Q2 plan partitions=1 filtered=no")) == query);
  const std::string data = "-- @data more (a int)";
  CHECK(shown(with(data + "\n-- | x")) == data);
  CHECK(shown("-- @exercise e \"E\" points=1\n-- @task T1 layout 1pt \"l\"\n-- @expect T1 layout nosuch "
              "order\n") == "-- @expect T1 layout nosuch order");
}

TEST_CASE("what is wrong with an exercise is said in Chinese, too") {
  const auto said = [](const std::string& text) {
    try {
      grade_of(exercise_of(text), "");
    } catch (const WrongExercise& wrong) {
      return words_of(wrong.fault.diagnostic, *find_language("zh")).title;
    }
    return std::string();
  };
  CHECK(said("") == "test.cql 不是练习");
  CHECK(said(with("-- @expect T9 lint none L501")) == "这个练习没有 题目 T9");
  CHECK(said(with("-- @expect T1.Q9 plan partitions=1 filtered=no")) == "这个练习没有 查询 T1.Q9");
  CHECK(said(with("-- @expect T1.Q1 rows set from nothing")) == "这个练习没有 数据 nothing");
  CHECK(said(with("-- @expect T1 unique note from posts")) == "这个练习没有 posts 的列 note");
  CHECK(
      said(with(
          "-- @query T1.Q2 INSERT INTO t (a) VALUES (1)\n-- @expect T1.Q2 plan partitions=1 filtered=no")) ==
      "查询 Q2 不是 SELECT");
  CHECK(said(with("-- @query T1.Q2 SELECT * FROM $T1\n-- @expect T1.Q2 plan partitions=1 filtered=no")) ==
        "查询 Q2 没有按名称选择列");
  CHECK(said(with("-- @query T1.Q2 SELECT at FROM $T1\n-- @expect T1.Q2 rows ordered from posts")) ==
        "要求查询 Q2 的行有顺序，却没有写是哪种顺序");
  CHECK(said(with("-- @data more (a int)\n-- | x")) == "more 的行 (x) 无法存储：x 不是常量");
  const std::string given =
      "-- @exercise e \"E\" points=1\n-- @given\nCREATE TABLE d (a int, z int, PRIMARY KEY (a, z));\n";
  CHECK(said(given + "-- @data d (a int)\n-- | 1\n-- @task T1 query 1pt \"q\"\n-- @expect T1 rows set\n") ==
        "d 的键有列 z，而 d 的行没有这一列");
  CHECK(said(given +
             "-- @data d (a int, z int)\n-- | , 2\n-- @task T1 query 1pt \"q\"\n-- @expect T1 rows set\n")
            .starts_with("d 的行 (, 2) 无法存储："));
}

TEST_CASE("directives go on in indented comments, and rows may be repeated") {
  const Exercise exercise = exercise_of(
      "-- @exercise e \"E\"\n--   points=1 level=3\n-- @data d (a int, b map<int, text>, c text)\n-- |*3 "
      "{i}, \"{1: 'x, y'}\", z{i}\n-- | , , \"\"\n"
      "-- @task T1 design 1pt \"t\"\n-- @expect T1 lint none L501\n");
  CHECK(exercise.points == 100);
  CHECK(exercise.level == 3);
  REQUIRE(exercise.data.front().rows.size() == 4);
  CHECK(exercise.data.front().rows[2] == std::vector<std::string>{"3", "{1: 'x, y'}", "z3"});
}
