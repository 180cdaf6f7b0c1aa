#include "program/subcommands/grade_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/exercise_files.h"
#include "shell/check/grade/grade_report.h"
#include "shell/check/grade/handed_in.h"
#include "shell/editor/interrupt.h"

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

std::size_t workers() { return std::max(1U, std::thread::hardware_concurrency()); }

std::string report_of(const GradeOptions& options, const std::vector<Grade>& grades,
                      const std::vector<PassedOver>& passed_over, Language language) {
  const bool is_class = is_folder(*options.answer);
  switch (options.report) {
    case GradeReport::tap:
      return grade_tap(grades, language, passed_over);
    case GradeReport::junit:
      return grade_junit(grades, language);
    case GradeReport::json:
      return (is_class ? class_json(grades, language, passed_over) : grade_json(grades.front(), language)) +
             "\n";
    case GradeReport::csv:
      return class_csv(grades, passed_over);
    case GradeReport::text:
      return is_class ? class_text(grades, language, passed_over) : grade_text(grades.front(), language);
  }
  return "";
}

int grade(const GradeOptions& options, Language language, Output& output) {
  const SpokenExercise spoken = read_spoken_exercise(options.exercise, options.teacher, interrupt_token());
  const AnsweredExercise& read = spoken.in(language);
  const HandedInAnswers handed_in =
      read_handed_in({*options.answer, options.exercise, options.teacher}, read.exercise, interrupt_token());
  const std::vector<Grade> grades = grade_class(read.exercise, read.teacher ? &*read.teacher : nullptr,
                                                handed_in.answers, workers(), interrupt_token());
  if (interrupted()) return 128 + interrupting_signal();
  const bool is_class = is_folder(*options.answer);
  if (options.reports) {
    for (const Grade& one : grades) {
      std::filesystem::path name = std::filesystem::path(one.answer).replace_extension(".txt");
      if (!is_class) name = name.filename();
      write_report(*options.reports / name, grade_text(one, language));
    }
  }
  output.write(report_of(options, grades, handed_in.passed_over, language));
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
