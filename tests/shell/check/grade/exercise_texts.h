// A small exercise for the tests of grading, and grades of answers to it.
#pragma once

#include <string>

#include "shell/check/grade/grade.h"

/// The hand-out: one design, of 10 points, whose query asks for the newest posts of a user.
inline const std::string kPosts = R"(-- @exercise posts "Newest posts" points=10
-- @data posts (author text, at int, id int, title text)
-- | ann, 1, 1, First
-- | ann, 2, 2, Second
-- | ann, 3, 3, Third
-- | bob, 2, 4, Hello
-- @task T1 design 10pt "The newest posts"
-- @query T1.Q1 SELECT at, title FROM $T1 WHERE author = 'ann' AND at > 1 ORDER BY at DESC LIMIT 2
-- @expect T1.Q1 plan partitions=1 filtered=no
-- @expect T1.Q1 rows ordered from posts
-- @expect T1 unique author, id from posts
-- @expect T1 types at=int
-- @hint T1 "free"
-- @hint T1 2pt "dear"
)";

/// Rows in which two posts of a user have one time.
inline const std::string kHiddenPosts = R"(-- @hidden "two posts at one time"
-- @data posts (author text, at int, id int, title text)
-- | ann, 2, 1, First
-- | ann, 2, 2, Second
)";

inline cellar::Exercise exercise_of(const std::string& text) {
  return cellar::read_exercise("test.cql", text);
}

inline cellar::Grade grade_of(const cellar::Exercise& exercise, const std::string& answer,
                              const std::string& teacher = {}) {
  const cellar::TeacherAnswers answers = cellar::read_teacher_answers("test.answers.cql", teacher, exercise);
  return cellar::grade_answer(exercise, teacher.empty() ? nullptr : &answers,
                              cellar::read_student_answer(answer, exercise), "ann.cql");
}

/// In English.
inline std::vector<std::string> said(const std::vector<cellar::Sentence>& sentences) {
  std::vector<std::string> texts;
  for (const cellar::Sentence& sentence : sentences) texts.push_back(sentence.in(cellar::Language::english));
  return texts;
}

/// The grade of a table as the answer to kPosts.
inline cellar::Grade of_table(const std::string& table, const std::string& teacher = {}) {
  return grade_of(exercise_of(kPosts), "-- @answer T1\n" + table, teacher);
}
