// Reports of grades: the same bytes on each run, and well formed for those who read them.
#include "shell/check/grade/grade_report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "exercise_texts.h"
#include "json_schema.h"

using namespace cellar;
using Catch::Contains;

namespace {

std::vector<Grade> class_of_three(std::size_t threads) {
  const Exercise exercise = exercise_of(kPosts);
  const TeacherAnswers teacher = read_teacher_answers("t", kHiddenPosts, exercise);
  const std::string columns =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY ";
  const auto answer = [&](const std::string& name, const std::string& text) {
    return NamedAnswer{name, read_student_answer(text, exercise)};
  };
  return grade_class(
      exercise, &teacher,
      {answer("a,nn.cql", columns + "(author, at, id));"), answer("bob.cql", columns + "(author, at));"),
       answer("cid.cql", "-- @answer T1\nCREATE <p>")},
      threads);
}

}  // namespace

TEST_CASE("every report is the same on each run, by one thread or by several") {
  const std::vector<Grade> once = class_of_three(1), again = class_of_three(3);
  CHECK(class_text(once) == class_text(again));
  CHECK(class_json(once) == class_json(again));
  CHECK(grade_junit(once) == grade_junit(again));
  CHECK(grade_tap(once) == grade_tap(again));
}

TEST_CASE("a class is a table, which ends with the rule that is missed most") {
  const std::vector<Grade> grades = class_of_three(2);
  CHECK(class_csv(grades) ==
        "answer,score,max_score,T1,missed\n\"a,nn.cql\",10,10,10,\nbob.cql,8.19,10,8.19,T1.MR5\n"
        "cid.cql,0,10,0,T1.MR1 T1.MR2 T1.MR3 T1.MR4 T1.MR5 T1.types\nmissed most,,,,T1.MR5 (2 of 3)\n");
  CHECK_THAT(class_text(grades),
             Contains("3 answers, 6.06 of 10 points on average\nmissed most: T1.MR5, by 2 of 3\n"));
}

TEST_CASE("the JSON of grades follows its schema") {
  const std::vector<Grade> grades = class_of_three(2);
  const nlohmann::json schema = read_schema("grade");
  for (const Grade& grade : grades) {
    const nlohmann::json json = nlohmann::json::parse(grade_json(grade));
    CHECK(json["max_score"] == 10);
    CHECK(json["tests"].size() == 6);
    CHECK(faults_of(json, schema) == std::vector<std::string>());
  }
  CHECK(faults_of(nlohmann::json::parse(class_json(grades)), schema) == std::vector<std::string>());
  CHECK(nlohmann::json::parse(class_json(grades))["missed"][0]["rule"] == "T1.MR5");
}

TEST_CASE("TAP and JUnit hold a line and a case for each check") {
  const std::vector<Grade> grades = class_of_three(2);
  const std::string tap = grade_tap({grades[1]});
  CHECK(tap.starts_with("TAP version 14\n1..6\nok 1 - T1.Q1 MR2\n"));
  CHECK_THAT(tap, Contains("not ok 5 - T1 MR5\n  ---\n  rule: \"MR5\"\n"));
  const std::string junit = grade_junit(grades);
  CHECK_THAT(junit, Contains("tests=\"18\" failures=\"7\""));
  CHECK_THAT(junit, Contains("&lt;p&gt;"));
}
