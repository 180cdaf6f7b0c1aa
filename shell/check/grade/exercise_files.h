// Exercises with their teacher's answers: those that are part of the program, and those of a folder.
//
// In:      nothing, or the path of an exercise or of a folder.
// Out:     exercises that can be graded, as far as their form tells.
// Refused: a file that cannot be read; through a WrongExercise one that is wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/exercise.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct AnsweredExercise {
  Exercise exercise;
  std::optional<TeacherAnswers> teacher;  // nothing: only the exercise is at hand
  bool lacks_hidden = false;              // the teacher has hidden rows, which are not at hand
};

/// The exercises in examples/exercises/, as they are written. cmake/exercises.cmake writes the source of this function.
struct ExerciseText {
  std::string_view file, text;
  std::string_view answers;   // empty: they are not in this program
  bool lacks_hidden = false;  // they have hidden rows, and are not in this program
};
std::span<const ExerciseText> exercise_texts();
/// The same, read.
std::vector<AnsweredExercise> shipped_exercises();

/// Returns what is called like a script in a folder and below it, by name; a file by itself. Teacher's answers, and folders
/// that cannot be read, are passed over.
std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& path);
/// NAME.answers.cql beside NAME.cql.
std::filesystem::path answers_beside(const std::filesystem::path& exercise);
/// Reads an exercise, and the answers beside it or in the file that is named. Without the latter there may be none.
AnsweredExercise read_answered_exercise(const std::filesystem::path& path,
                                        const std::optional<std::filesystem::path>& answers = {},
                                        StopToken stop = {});
/// The same, and grades the teacher's answers, which must be there.
TestedExercise read_tested_exercise(const std::filesystem::path& path,
                                    const std::optional<std::filesystem::path>& answers = {},
                                    StopToken stop = {});

}  // namespace cellar
