#include "shell/check/grade/exercise_files.h"

#include <algorithm>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "shell/check/grade/read_exercise.h"
#include "shell/check/grade/translation.h"
#include "shell/files/script_file.h"

namespace cellar {

namespace {

constexpr std::string_view kScript = ".cql", kAnswers = ".answers.cql";

/// Returns the text of a file, and nothing if it is not there.
using TextOf = std::function<std::optional<std::string>(const std::filesystem::path&)>;

std::string read_whole(const std::filesystem::path& path, StopToken stop) {
  std::string text;
  ScriptFile file(path, stop);
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  return text;
}

std::string suffix_of(std::string_view code) { return "." + std::string(code) + std::string(kScript); }

/// NAME.zh.cql for NAME.cql, NAME.zh.answers.cql for NAME.answers.cql.
std::filesystem::path in_language(const std::filesystem::path& path, std::string_view code) {
  std::string name = path.filename().string();
  const std::size_t end =
      name.ends_with(kAnswers) ? name.size() - kAnswers.size() : path.stem().string().size();
  return path.parent_path() / name.insert(end, "." + std::string(code));
}

/// The code of the language that the name of an exercise says; empty if it says none.
std::string_view code_of(const std::filesystem::path& exercise) {
  const std::string name = exercise.filename().string();
  for (const LanguageName& language : languages())
    if (name.ends_with(suffix_of(language.code))) return language.code;
  return {};
}

SpokenExercise read_spoken(const std::filesystem::path& file, std::string text,
                           const std::filesystem::path& answers, const TextOf& text_of) {
  SpokenExercise spoken{{.exercise = read_exercise(file.string(), std::move(text)), .teacher = {}}, {}};
  const Exercise& exercise = spoken.original.exercise;
  std::optional<TeacherAnswers>& teacher = spoken.original.teacher;
  if (const auto written = text_of(answers))
    teacher = read_teacher_answers(answers.string(), *written, exercise);
  const auto teacher_in = [&](std::string_view code) {
    const std::filesystem::path words = in_language(answers, code);
    const auto written = teacher ? text_of(words) : std::nullopt;
    return written ? read_translated_answers(words.string(), *written, *teacher) : teacher;
  };
  for (const LanguageName& language : languages()) {
    const std::filesystem::path translation = in_language(file, language.code);
    const auto written = text_of(translation);
    if (!written) continue;
    spoken.translations.emplace(
        *find_language(language.code),
        AnsweredExercise{.exercise = read_translation(translation.string(), *written, exercise),
                         .teacher = teacher_in(language.code)});
  }
  if (const std::string_view code = code_of(file); !code.empty()) teacher = teacher_in(code);
  return spoken;
}

std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& path) {
  std::error_code ignored;  // what is no folder is read as a file, which refuses
  if (!std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::filesystem::path> found;
  std::filesystem::recursive_directory_iterator entry(
      path, std::filesystem::directory_options::skip_permission_denied, ignored);
  for (; entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (!entry->is_directory(ignored) && name.ends_with(kScript) && !name.ends_with(kAnswers))
      found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

const AnsweredExercise& SpokenExercise::in(Language language) const {
  const auto said = translations.find(language);
  return said == translations.end() ? original : said->second;
}

std::vector<SpokenExercise> shipped_exercises() {
  const TextOf text_of = [](const std::filesystem::path& path) -> std::optional<std::string> {
    const auto file = std::ranges::find(exercise_files(), path.string(), &ExerciseFile::name);
    if (file == exercise_files().end()) return std::nullopt;
    return std::string(file->text);
  };
  std::vector<SpokenExercise> exercises;
  for (const ExerciseFile& file : exercise_files()) {
    if (file.name.ends_with(kAnswers) || !code_of(file.name).empty()) continue;
    SpokenExercise& spoken = exercises.emplace_back(
        read_spoken(file.name, std::string(file.text), answers_beside(file.name), text_of));
    spoken.original.lacks_hidden = file.lacks_hidden;
    for (auto& [language, translation] : spoken.translations) translation.lacks_hidden = file.lacks_hidden;
  }
  return exercises;
}

std::vector<std::filesystem::path> exercises_in(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> exercises = scripts_in(path);
  if (exercises == std::vector{path}) return exercises;
  const std::vector<std::filesystem::path> all = exercises;
  std::erase_if(exercises, [&](const std::filesystem::path& each) {
    return !code_of(each).empty() && std::ranges::binary_search(all, original_of(each));
  });
  return exercises;
}

std::filesystem::path original_of(const std::filesystem::path& exercise) {
  const std::string_view code = code_of(exercise);
  if (code.empty()) return exercise;
  std::string name = exercise.filename().string();
  name.replace(name.size() - suffix_of(code).size(), std::string::npos, kScript);
  return exercise.parent_path() / name;
}

std::filesystem::path exercise_beside(const std::filesystem::path& answers) {
  std::string name = answers.filename().string();
  if (!name.ends_with(kAnswers)) return {};
  name.replace(name.size() - kAnswers.size(), std::string::npos, kScript);
  return original_of(answers.parent_path() / name);
}

std::filesystem::path answers_beside(const std::filesystem::path& exercise) {
  return exercise.parent_path() / (exercise.stem().string() + std::string(kAnswers));
}

SpokenExercise read_spoken_exercise(const std::filesystem::path& path,
                                    const std::optional<std::filesystem::path>& answers, StopToken stop) {
  const TextOf text_of = [&](const std::filesystem::path& file) -> std::optional<std::string> {
    std::error_code unknown;
    if (file != answers && !std::filesystem::exists(file, unknown)) return std::nullopt;
    return read_whole(file, stop);
  };
  return read_spoken(path, read_whole(path, stop), answers.value_or(answers_beside(original_of(path))),
                     text_of);
}

TestedExercise test_exercise(const SpokenExercise& exercise, StopToken stop) {
  const Exercise& original = exercise.original.exercise;
  const std::optional<TeacherAnswers>& teacher = exercise.original.teacher;
  if (!teacher)
    refuse("no_teacher_answers", {},
           {{"exercise", original.file}, {"file", answers_beside(original.file).string()}});
  return test_exercise(original, *teacher, std::max(1U, std::thread::hardware_concurrency()), stop);
}

}  // namespace cellar
