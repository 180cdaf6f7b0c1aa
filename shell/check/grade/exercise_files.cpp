#include "shell/check/grade/exercise_files.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "shell/check/grade/read_exercise.h"
#include "shell/files/script_file.h"

namespace cellar {

namespace {

constexpr std::string_view kAnswers = ".answers.cql";

std::string read_whole(const std::filesystem::path& path, StopToken stop) {
  std::string text;
  ScriptFile file(path, stop);
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  return text;
}

}  // namespace

std::vector<AnsweredExercise> shipped_exercises() {
  std::vector<AnsweredExercise> exercises;
  for (const ExerciseText& each : exercise_texts()) {
    const std::string name(each.file);
    AnsweredExercise read{read_exercise(name, std::string(each.text)), std::nullopt, each.lacks_hidden};
    if (!each.answers.empty())
      read.teacher =
          read_teacher_answers(answers_beside(name).string(), std::string(each.answers), read.exercise);
    exercises.push_back(std::move(read));
  }
  return exercises;
}

std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& path) {
  std::error_code ignored;  // what is no folder is read as a file, which refuses
  if (!std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::filesystem::path> found;
  std::filesystem::recursive_directory_iterator entry(
      path, std::filesystem::directory_options::skip_permission_denied, ignored);
  for (; entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (!entry->is_directory(ignored) && name.ends_with(".cql") && !name.ends_with(kAnswers))
      found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

std::filesystem::path answers_beside(const std::filesystem::path& exercise) {
  return exercise.parent_path() / (exercise.stem().string() + std::string(kAnswers));
}

AnsweredExercise read_answered_exercise(const std::filesystem::path& path,
                                        const std::optional<std::filesystem::path>& answers, StopToken stop) {
  AnsweredExercise read{.exercise = read_exercise(path.string(), read_whole(path, stop)), .teacher = {}};
  const std::filesystem::path file = answers.value_or(answers_beside(path));
  std::error_code unknown;
  if (answers || std::filesystem::exists(file, unknown))
    read.teacher = read_teacher_answers(file.string(), read_whole(file, stop), read.exercise);
  return read;
}

TestedExercise read_tested_exercise(const std::filesystem::path& path,
                                    const std::optional<std::filesystem::path>& answers, StopToken stop) {
  AnsweredExercise read = read_answered_exercise(path, answers, stop);
  if (!read.teacher)
    refuse("no_teacher_answers", {}, {{"exercise", path.string()}, {"file", answers_beside(path).string()}});
  return test_exercise(std::move(read.exercise), *std::move(read.teacher),
                       std::max(1U, std::thread::hardware_concurrency()), stop);
}

}  // namespace cellar
