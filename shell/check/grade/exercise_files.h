// Exercises with their teacher's answers, in the languages in which they are there: those that are part of the program, and
// those of a folder.
//
// In:      nothing, or the path of an exercise or of a folder. NAME.answers.cql beside NAME.cql has the teacher's answers,
//          NAME.zh.cql says the same in Chinese, and NAME.zh.answers.cql what is special in its hidden rows.
// Out:     exercises that can be graded, as far as their form tells.
// Refused: a file that cannot be read; through a WrongExercise one that is wrong.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/exercise.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct AnsweredExercise {
  Exercise exercise;
  std::optional<TeacherAnswers> teacher;  // nothing: only the exercise is at hand
  bool lacks_hidden = false;              // the teacher has hidden rows, which are not at hand
};

/// An exercise with its translations, each of which differs from it in words alone.
struct SpokenExercise {
  AnsweredExercise original;
  std::map<Language, AnsweredExercise> translations;

  const std::string& id() const { return original.exercise.id; }
  /// The original, if nobody has said it in the language.
  const AnsweredExercise& in(Language language) const;
};

/// The files in examples/exercises/, as they are written. cmake/exercises.cmake writes the source of this function.
struct ExerciseFile {
  std::string_view name, text;
  bool lacks_hidden = false;  // the teacher's answers to it have hidden rows, and are not among the files
};
std::span<const ExerciseFile> exercise_files();
/// The same, read, in the order of their names.
std::vector<SpokenExercise> shipped_exercises();

/// Returns what is called like a script in a folder and below it, by name; a file by itself. Teacher's answers, translations of
/// exercises that are there, and folders that cannot be read are passed over.
std::vector<std::filesystem::path> exercises_in(const std::filesystem::path& path);
/// NAME.cql of NAME.zh.cql; other paths as they are.
std::filesystem::path original_of(const std::filesystem::path& exercise);
/// NAME.answers.cql beside NAME.cql.
std::filesystem::path answers_beside(const std::filesystem::path& exercise);
/// NAME.cql of NAME.answers.cql and of NAME.zh.answers.cql; empty for other names.
std::filesystem::path exercise_beside(const std::filesystem::path& answers);
/// Reads an exercise, its translations, and the answers beside it or in the file that is named. Without the latter there may
/// be none.
SpokenExercise read_spoken_exercise(const std::filesystem::path& path,
                                    const std::optional<std::filesystem::path>& answers = {},
                                    StopToken stop = {});
/// Grades the teacher's answers to the original, which must be there.
TestedExercise test_exercise(const SpokenExercise& exercise, StopToken stop = {});

}  // namespace cellar
