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
  CHECK(class_text(once, Language::english) == class_text(again, Language::english));
  CHECK(class_json(once, Language::english) == class_json(again, Language::english));
  CHECK(grade_junit(once, Language::english) == grade_junit(again, Language::english));
  CHECK(grade_tap(once, Language::english) == grade_tap(again, Language::english));
}

TEST_CASE("a class is a table, which ends with the rule that is missed most") {
  const std::vector<Grade> grades = class_of_three(2);
  CHECK(class_csv(grades) ==
        "answer,score,max_score,T1,missed\n\"a,nn.cql\",10,10,10,\nbob.cql,8.19,10,8.19,T1.MR5\n"
        "cid.cql,0,10,0,T1.MR1 T1.MR2 T1.MR3 T1.MR4 T1.MR5 T1.types\nmissed most,,,,T1.MR5 (2 of 3)\n");
  CHECK_THAT(class_text(grades, Language::english),
             Contains("3 answers, 6.06 of 10 points on average\nmissed most: T1.MR5, by 2 of 3\n"));
}

TEST_CASE("an answer that was not looked at has missed no rule, and is not counted among those that have") {
  const Exercise exercise = exercise_of(kPosts);
  const std::string wrong =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, PRIMARY KEY (author, at, id));";
  const std::vector<Grade> grades = grade_class(exercise, nullptr,
                                                {{"ann.cql", read_student_answer(wrong, exercise)},
                                                 {"ben.cql", {{}, {}, Sentence{"answer_is_link"}}},
                                                 {"cid.cql", read_student_answer(wrong, exercise)}},
                                                1);
  CHECK_THAT(class_text(grades, Language::english), Contains("missed most: T1.MR1, by 2 of 2\n"));
  CHECK_THAT(class_csv(grades), Contains("\nben.cql,0,10,0,\n"));
  CHECK_THAT(class_csv(grades), Contains("T1.MR1 (2 of 2)\n"));
}

TEST_CASE("the JSON of grades follows its schema") {
  const std::vector<Grade> grades = class_of_three(2);
  const nlohmann::json schema = read_schema("grade");
  for (const Grade& grade : grades) {
    const nlohmann::json json = nlohmann::json::parse(grade_json(grade, Language::english));
    CHECK(json["max_score"] == 10);
    CHECK(json["tests"].size() == 6);
    CHECK(faults_of(json, schema) == std::vector<std::string>());
  }
  CHECK(faults_of(nlohmann::json::parse(class_json(grades, Language::english)), schema) ==
        std::vector<std::string>());
  CHECK(nlohmann::json::parse(class_json(grades, Language::english))["missed"][0]["rule"] == "T1.MR5");
}

TEST_CASE("TAP and JUnit hold a line and a case for each check") {
  const std::vector<Grade> grades = class_of_three(2);
  const std::string tap = grade_tap({grades[1]}, Language::english);
  CHECK(tap.starts_with("TAP version 14\n1..6\nok 1 - T1.Q1 MR2\n"));
  CHECK_THAT(tap, Contains("not ok 5 - T1 MR5\n  ---\n  rule: \"MR5\"\n"));
  const std::string junit = grade_junit(grades, Language::english);
  CHECK_THAT(junit, Contains("tests=\"18\" failures=\"7\""));
  CHECK_THAT(junit, Contains("&lt;p&gt;"));
}

TEST_CASE("names that would steer a terminal, or are no XML, are shown in every report") {
  const Exercise exercise = exercise_of(kPosts);
  const std::string name = "a\x1b[31m\xe2\x80\xae\xff\xef\xbf\xbe\xef\xbf\xbf.cql";
  const std::vector<Grade> grades =
      grade_class(exercise, nullptr, {{name, read_student_answer("-- @answer T1\nx", exercise)}}, 1);
  CHECK_THAT(class_csv(grades), Contains("\na\\x1b[31m\\u202e\\xff\xef\xbf\xbe"));
  const std::string junit = grade_junit(grades, Language::english);
  CHECK_THAT(junit, Contains("a\\x1b[31m\\u202e\\xff\\ufffe\\uffff.cql"));
  CHECK_THAT(junit, !Contains("\xef\xbf"));
}

namespace {

/// A right answer, one that is misjudged, and a name that TAP and XML must quote.
std::vector<TestedExercise> tested_exercises() {
  const Exercise exercise = exercise_of(kPosts);
  const std::string table =
      "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at";
  const TeacherAnswers teacher =
      read_teacher_answers("t.answers.cql",
                           kHiddenPosts + "-- @right \"<as> #1 has it\"\n" + table +
                               ", id));\n-- @wrong \"no id\" loses T1.MR4\n" + table + "));\n",
                           exercise);
  std::vector<TestedExercise> tested;
  tested.push_back(test_exercise(exercise, teacher, 2));
  tested.push_back(test_exercise(exercise, read_teacher_answers("none.answers.cql", "", exercise), 2));
  return tested;
}

}  // namespace

TEST_CASE("what came of testing exercises is reported in every form") {
  const std::vector<TestedExercise> tested = tested_exercises();
  CHECK(test_tap(tested, Language::english) ==
        "TAP version 14\n1..3\nok 1 - t.answers.cql:5 right: <as> _1 has it\nnot ok 2 - t.answers.cql:8 "
        "wrong: no id\n  ---\n"
        "  reason: \"it should lose T1.MR4, and loses T1.MR5\"\n  should_lose: \"T1.MR4\"\n  loses: "
        "\"T1.MR5\"\n  ...\n"
        "not ok 3 - test.cql\n  ---\n  reason: \"there is no right answer\"\n  ...\n");
  const std::string junit = test_junit(tested, Language::english);
  CHECK_THAT(junit, Contains("<testsuites name=\"cellar grade --test\" tests=\"3\" failures=\"2\">"));
  CHECK_THAT(junit, Contains("name=\"t.answers.cql:5 right: &lt;as&gt; #1 has it\"/>"));
  CHECK_THAT(junit, Contains("replaced by: (ann, 2, 2, Second)"));
  const nlohmann::json json = nlohmann::json::parse(test_json(tested, Language::english));
  CHECK(faults_of(json, read_schema("grade")) == std::vector<std::string>());
  CHECK(json["exercises"][0]["answers"][1]["loses"] == nlohmann::json::array({"T1.MR5"}));
  CHECK(json["exercises"][1]["answers"][0]["reason"] == "there is no right answer");
  CHECK(test_json(tested, Language::english) == test_json(tested_exercises(), Language::english));
}
