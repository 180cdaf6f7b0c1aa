// Reads an exercise, and the teacher's answers to it (docs/grading.md specifies the form).
//
// In:      the name and the text of a file.
// Out:     an Exercise that can be graded, as far as its form tells; TeacherAnswers; the parts of a student's answer.
// Refused: WrongExercise: a directive that is unknown or not of its form, a name that nothing has, points that do not add up, a
//          task without expectations.
//
// Sources: read_exercise.cpp; read_expectation.cpp; read_answers.cpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "shell/check/grade/directives.h"
#include "shell/check/grade/exercise.h"
#include "shell/check/grade/words/phrase.h"

namespace cellar {

Exercise read_exercise(std::string file, std::string text);
/// The names of tasks and data are those of the exercise.
TeacherAnswers read_teacher_answers(std::string file, std::string text, const Exercise& exercise);

struct StudentAnswer {
  std::map<std::string, PlacedText> parts;   // by the id of the task
  std::map<std::string, std::size_t> hints;  // how many the student has asked for
  std::optional<Sentence> fault;             // why nothing of it is looked at
};
/// Reads the parts behind `-- @answer T1` and the requests `-- @hint T1`, and ignores everything else. A file without directives
/// answers the one task of its exercise.
StudentAnswer read_student_answer(std::string_view text, const Exercise& exercise);

// Parts of the three.

DataSet read_data(const DirectivePlace& place);
/// `words` are those of the directive `expect` behind its target; the task and its queries are known.
TaskExpectation read_expectation(const DirectivePlace& expect, DirectiveWords& words, std::string query,
                                 const Exercise& exercise);
/// Refuses a row that has not as many cells as `columns` says.
[[noreturn]] void refuse_row(const DirectivePlace& place, const PlacedText& row, std::size_t columns);
/// `what` is "task", "query", "data": refuses a name that there is not.
[[noreturn]] void refuse_name(const DirectivePlace& place, std::string_view what, std::string_view name);

}  // namespace cellar
