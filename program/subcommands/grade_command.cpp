#include "program/subcommands/grade_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/exercise_files.h"
#include "shell/check/grade/grade_report.h"
#include "shell/editor/interrupt.h"
#include "shell/files/script_file.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kFull = 0, kWrong = 1, kLost = 2;

void write_report(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) refuse("unwritable_file", {}, {{"file", path.string()}});
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code unknown;  // then reading it as a file refuses
  return std::filesystem::is_directory(path, unknown);
}

/// Why a file that a student has handed in is not read: it leads elsewhere, or reading it might not end.
std::optional<Sentence> unfit_file(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::symlink_status(path, unknown);
  if (std::filesystem::is_symlink(status)) return Sentence{"answer_is_link"};
  if (!std::filesystem::is_regular_file(status)) return Sentence{"answer_is_no_file"};
  return std::nullopt;
}

/// Reads an answer as far as an answer may be long. Returns why nothing of it is looked at.
std::optional<Sentence> read_handed_in(const std::filesystem::path& path, std::string& text) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  ScriptFile file(path, interrupt_token());
  for (std::string_view piece = file.read(); !piece.empty() && text.size() <= kLongest; piece = file.read())
    text += piece;
  if (text.size() <= kLongest) return std::nullopt;
  return Sentence{"answer_too_large", {{"size", std::to_string(kLongest >> 10)}}};
}

/// The same of a file that lies in the folder of a class, of which none must keep the others from their grades.
std::optional<Sentence> read_of_class(const std::filesystem::path& path, std::string& text) {
  if (std::optional<Sentence> unfit = unfit_file(path)) return unfit;
  try {
    return read_handed_in(path, text);
  } catch (const Refusal& refusal) {
    return Sentence{"answer_unreadable", {{"reason", refusal.diagnostic}}};
  }
}

std::size_t workers() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Returns true if the file is the exercise, in whichever language.
bool is_exercise(const std::filesystem::path& file, const std::filesystem::path& exercise) {
  std::error_code unknown;
  return std::filesystem::equivalent(file, exercise, unknown) ||
         std::filesystem::equivalent(original_of(file), original_of(exercise), unknown);
}

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
    if (is_class && is_exercise(path, options.exercise)) continue;
    std::string text;
    // Who names one file has chosen it, also if it is a pipe.
    const std::optional<Sentence> fault = is_class ? read_of_class(path, text) : read_handed_in(path, text);
    if (!fault && answers_another(text, exercise)) continue;
    const std::string name = is_class ? path.lexically_relative(*options.answer).string() : path.string();
    answers.push_back({name, fault ? StudentAnswer{{}, {}, fault} : read_student_answer(text, exercise)});
  }
  if (answers.empty())
    refuse("no_answers", {}, {{"exercise", exercise.id}, {"folder", options.answer->string()}});
  return answers;
}

std::string report_of(const GradeOptions& options, const std::vector<Grade>& grades, bool is_class,
                      Language language) {
  switch (options.report) {
    case GradeReport::tap:
      return grade_tap(grades, language);
    case GradeReport::junit:
      return grade_junit(grades, language);
    case GradeReport::json:
      return (is_class ? class_json(grades, language) : grade_json(grades.front(), language)) + "\n";
    case GradeReport::csv:
      return class_csv(grades);
    case GradeReport::text:
      return is_class ? class_text(grades, language) : grade_text(grades.front(), language);
  }
  return "";
}

int grade(const GradeOptions& options, Language language, Output& output) {
  const SpokenExercise spoken = read_spoken_exercise(options.exercise, options.teacher, interrupt_token());
  const AnsweredExercise& read = spoken.in(language);
  const std::vector<NamedAnswer> answers = read_answers(options, read.exercise);
  const std::vector<Grade> grades = grade_class(read.exercise, read.teacher ? &*read.teacher : nullptr,
                                                answers, workers(), interrupt_token());
  if (interrupted()) return 128 + interrupting_signal();
  const bool is_class = is_folder(*options.answer);
  if (options.reports) {
    for (const Grade& one : grades) {
      std::filesystem::path name = std::filesystem::path(one.answer).replace_extension(".txt");
      if (!is_class) name = name.filename();
      write_report(*options.reports / name, grade_text(one, language));
    }
  }
  output.write(report_of(options, grades, is_class, language));
  return is_class || grades.front().is_full() ? kFull : kLost;
}

std::string report_of_test(GradeReport report, const std::vector<TestedExercise>& tested, Language language) {
  switch (report) {
    case GradeReport::tap:
      return test_tap(tested, language);
    case GradeReport::junit:
      return test_junit(tested, language);
    case GradeReport::json:
      return test_json(tested, language) + "\n";
    case GradeReport::csv:  // which the options refuse
    case GradeReport::text:
      break;
  }
  return "";
}

int test(const GradeOptions& options, Language language, Output& output) {
  std::vector<TestedExercise> all;
  for (const std::filesystem::path& path : exercises_in(options.exercise)) {
    const SpokenExercise exercise = read_spoken_exercise(path, options.teacher, interrupt_token());
    all.push_back(test_exercise(exercise, interrupt_token()));
    if (interrupted()) return 128 + interrupting_signal();
    if (options.report != GradeReport::text) continue;
    output.write(test_text(all.back(), language));
    output.end_statement();
  }
  if (all.empty()) refuse("no_exercises", {}, {{"folder", options.exercise.string()}});
  output.write(report_of_test(options.report, all, language));
  return std::ranges::any_of(all, &TestedExercise::misjudged) ? kWrong : kFull;
}

}  // namespace

int run_grade(const GradeOptions& options, const DiagnosticStyle& style, Output& output) {
  watch_requests_to_end();
  try {
    return options.test ? test(options, style.language, output) : grade(options, style.language, output);
  } catch (const WrongExercise& wrong) {
    if (interrupted()) return 128 + interrupting_signal();
    output.flush();
    write_placed({wrong.fault}, is_notice(wrong.fault.diagnostic), style, output);
    return kWrong;
  }
}

}  // namespace cellar
