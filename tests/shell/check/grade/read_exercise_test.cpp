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
  CHECK(fault_of("") == "1 E660 this is no exercise");
  CHECK(fault_of("SELECT 1;") == "1 E660 this is no exercise");
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
        "15 E663 the rows of more cannot be stored: x is no literal");
  CHECK(fault_of(with("-- @given\n\nCREATE TABLE;")).starts_with("17 E663 a given statement is refused: "));
  CHECK(fault_of(with("-- @given\nSOURCE 'a'")) ==
        "16 E663 a given statement is refused: SOURCE 'a' is a command of the shell");
  CHECK(fault_of(with("-- @query T1.Q2 SELECT * FROM $T1\n-- @expect T1.Q2 plan partitions=1 filtered=no"))
            .starts_with("15 E663"));
  CHECK(fault_of(with("-- @query T1.Q2 SELECT note FROM $T1\n-- @expect T1.Q2 rows set from posts")) ==
        "15 E663 the query Q2 cannot be judged: posts has no column note");
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
  constexpr const char* kForetold =
      "-- @exercise e \"E\" points=1\n-- @data d (a int)\n-- | 1\n-- @task T1 predict 1pt \"t\"\n"
      "-- @query T1.a SELECT a FROM d\n-- @expect T1.a verdict\n";
  CHECK(fault_of(kForetold, "-- @hidden \"x\"\n-- @data d (a int)\n-- | 2\n") ==
        "1 E662 no task of this exercise is judged by other rows");
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
