#include "program/grade_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/grade_report.h"
#include "shell/editor/interrupt.h"
#include "shell/files/script_file.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kFull = 0, kWrong = 1, kLost = 2;
constexpr std::string_view kAnswers = ".answers.cql";

std::string read_text(const std::filesystem::path& path) {
  std::string text;
  ScriptFile file(path, interrupt_token());
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  return text;
}

void write_report(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) refuse("unwritable_file", {}, {{"file", path.string()}});
}

std::filesystem::path answers_beside(const std::filesystem::path& exercise) {
  return exercise.parent_path() / (exercise.stem().string() + std::string(kAnswers));
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code unknown;  // then reading it as a file refuses
  return std::filesystem::is_directory(path, unknown);
}

/// Returns the files of CQL in a folder and below it, by name; a file by itself.
std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& path) {
  if (!is_folder(path)) return {path};
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    std::error_code unknown;
    if (entry.is_regular_file(unknown) && name.ends_with(".cql") && !name.ends_with(kAnswers))
      found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

std::optional<TeacherAnswers> teacher_answers(const GradeOptions& options, const std::filesystem::path& path,
                                              const Exercise& exercise) {
  const std::filesystem::path file = options.teacher.value_or(answers_beside(path));
  std::error_code unknown;
  if (!options.teacher && !std::filesystem::exists(file, unknown)) return std::nullopt;
  return read_teacher_answers(file.string(), read_text(file), exercise);
}

std::size_t workers() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Returns true if the text names another exercise as the one that it answers.
bool answers_another(const std::string& text, const Exercise& exercise) {
  const DirectiveText split = split_directives(text);
  return !split.directives.empty() && split.directives.front().word == "exercise" &&
         !(split.directives.front().arguments + " ").starts_with(exercise.id + " ");
}

std::vector<NamedAnswer> read_answers(const GradeOptions& options, const Exercise& exercise) {
  std::vector<NamedAnswer> answers;
  const bool is_class = is_folder(*options.answer);
  for (const std::filesystem::path& path : scripts_in(*options.answer)) {
    std::error_code unknown;
    if (is_class && std::filesystem::equivalent(path, options.exercise, unknown)) continue;
    const std::string text = read_text(path);
    if (answers_another(text, exercise)) continue;
    const std::string name = is_class ? path.lexically_relative(*options.answer).string() : path.string();
    answers.push_back({name, read_student_answer(text, exercise)});
  }
  if (answers.empty())
    refuse("no_answers", {}, {{"exercise", exercise.id}, {"folder", options.answer->string()}});
  return answers;
}

std::string report_of(const GradeOptions& options, const std::vector<Grade>& grades, bool is_class,
                      Language language) {
  switch (options.report) {
    case GradeReport::tap:
      return grade_tap(grades);
    case GradeReport::junit:
      return grade_junit(grades);
    case GradeReport::json:
      return (is_class ? class_json(grades) : grade_json(grades.front())) + "\n";
    case GradeReport::csv:
      return class_csv(grades);
    case GradeReport::text:
      return is_class ? class_text(grades) : grade_text(grades.front(), language);
  }
  return "";
}

int grade(const GradeOptions& options, Language language, Output& output) {
  const Exercise exercise = read_exercise(options.exercise.string(), read_text(options.exercise));
  const std::optional<TeacherAnswers> teacher = teacher_answers(options, options.exercise, exercise);
  const std::vector<NamedAnswer> answers = read_answers(options, exercise);
  const std::vector<Grade> grades =
      grade_class(exercise, teacher ? &*teacher : nullptr, answers, workers(), interrupt_token());
  if (interrupted()) return 128 + interrupting_signal();
  const bool is_class = is_folder(*options.answer);
  if (options.reports) {
    for (const Grade& one : grades)
      write_report(*options.reports / std::filesystem::path(one.answer).replace_extension(".txt"),
                   grade_text(one, language));
  }
  output.write(report_of(options, grades, is_class, language));
  return is_class || grades.front().is_full() ? kFull : kLost;
}

int test(const GradeOptions& options, Output& output) {
  int status = kFull;
  std::size_t tested = 0;
  const bool is_of_folder = is_folder(options.exercise);
  for (const std::filesystem::path& path : scripts_in(options.exercise)) {
    const Exercise exercise = read_exercise(path.string(), read_text(path));
    const std::optional<TeacherAnswers> teacher = teacher_answers(options, path, exercise);
    if (!teacher)
      refuse("no_teacher_answers", {},
             {{"exercise", path.string()}, {"file", answers_beside(path).string()}});
    const std::vector<SampleOutcome> outcomes =
        test_exercise(exercise, *teacher, workers(), interrupt_token());
    if (interrupted()) return 128 + interrupting_signal();
    output.write(test_text(exercise, *teacher, outcomes));
    output.end_statement();
    ++tested;
    if (!std::ranges::all_of(outcomes, [](const SampleOutcome& each) { return each.fault.empty(); }))
      status = kWrong;
  }
  if (is_of_folder && tested == 0) refuse("no_exercises", {}, {{"folder", options.exercise.string()}});
  return status;
}

}  // namespace

int run_grade(const GradeOptions& options, const DiagnosticStyle& style, Output& output) {
  watch_requests_to_end();
  try {
    return options.test ? test(options, output) : grade(options, style.language, output);
  } catch (const WrongExercise& wrong) {
    if (interrupted()) return 128 + interrupting_signal();
    output.flush();
    write_placed({wrong.fault}, is_notice(wrong.fault.diagnostic), style, output);
    return kWrong;
  }
}

}  // namespace cellar
