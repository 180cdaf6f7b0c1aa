#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/check/grade/grade_report.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kIndent = "              ";

/// Nothing if the checks of a task do not all fail for one reason, such as a statement that is refused.
const Shortfall* shared_shortfall(const TaskGrade& task) {
  if (task.checks.size() < 2 || task.checks.front().passed()) return nullptr;
  const Shortfall& first = *task.checks.front().shortfall;
  const bool is_shared = std::ranges::all_of(task.checks, [&](const GradedCheck& check) {
    return !check.passed() && check.shortfall->reason == first.reason;
  });
  return is_shared ? &first : nullptr;
}

std::string shortfall_lines(const Shortfall& shortfall, const std::string& variant, std::string_view indent,
                            Language language) {
  std::string text = fmt::format("{}{}\n", indent, show_on_terminal(shortfall.reason));
  if (!variant.empty()) text += fmt::format("{}(with other rows: {})\n", indent, variant);
  for (const std::string& line : shortfall.example)
    text += fmt::format("{}{}\n", indent, show_on_terminal(line));
  if (!shortfall.diagnostic) return text;
  const PlacedDiagnostic& placed = *shortfall.diagnostic;
  return text +
         show_on_terminal(render_full(
             placed.diagnostic, {placed.file, placed.line, placed.column, placed.text}, false, {}, language));
}

std::string check_line(const GradedCheck& check) {
  const std::string place = check.query.empty() ? check.rule : check.query + " " + check.rule;
  return fmt::format("  {:<4} {:>5}  {:<12} {}\n", check.passed() ? "ok" : "LOST", points_text(check.points),
                     place, check.what);
}

std::string task_text(const TaskGrade& task, Language language) {
  std::string text = fmt::format("\n{} {}: {} of {}  {}\n", task.id, name(task.kind),
                                 points_text(task.score()), points_text(task.points), task.title);
  const Shortfall* shared = shared_shortfall(task);
  if (shared != nullptr) text += shortfall_lines(*shared, task.checks.front().variant, "  ", language);
  for (const GradedCheck& check : task.checks) {
    text += check_line(check);
    if (!check.passed() && shared == nullptr)
      text += shortfall_lines(*check.shortfall, check.variant, kIndent, language);
  }
  for (const std::string& hint : task.hints) text += fmt::format("  hint: {}\n", hint);
  if (task.hint_cost > 0) text += fmt::format("  hints cost {}\n", points_text(task.hint_cost));
  return text;
}

}  // namespace

std::string grade_text(const Grade& grade, Language language) {
  std::string text = fmt::format("{} ({}): {} of {} points\n", grade.title, grade.exercise,
                                 points_text(grade.score()), points_text(grade.points));
  text += fmt::format("{}\n", show_on_terminal(grade.answer));
  for (const TaskGrade& task : grade.tasks) text += task_text(task, language);
  if (!grade.has_hidden)
    text += "\nJudged by the rows of the exercise alone: the teacher's hidden rows are not here.\n";
  return text;
}

std::string class_text(const std::vector<Grade>& grades) {
  std::size_t widest = 6;
  for (const Grade& grade : grades) widest = std::max(widest, show_on_terminal(grade.answer).size());
  std::string text;
  int sum = 0;
  for (const Grade& grade : grades) {
    sum += grade.score();
    std::string line = fmt::format("{:<{}}  {:>5} of {}", show_on_terminal(grade.answer), widest,
                                   points_text(grade.score()), points_text(grade.points));
    if (!grade.losses().empty()) line += fmt::format("  lost {}", fmt::join(grade.losses(), ", "));
    text += line + "\n";
  }
  if (grades.empty()) return text;
  text +=
      fmt::format("{} answer{}, {} of {} points on average\n", grades.size(), grades.size() == 1 ? "" : "s",
                  points_text(sum / static_cast<int>(grades.size())), points_text(grades.front().points));
  const std::vector<MissedRule> missed = missed_rules(grades);
  if (!missed.empty())
    text += fmt::format("missed most: {}, by {} of {}\n", missed.front().first, missed.front().second,
                        grades.size());
  return text;
}

std::string test_text(const Exercise& exercise, const TeacherAnswers& answers,
                      const std::vector<SampleOutcome>& outcomes) {
  std::string text;
  std::size_t right = 0, wrong = 0, misjudged = 0;
  for (const SampleOutcome& outcome : outcomes) {
    if (outcome.sample != nullptr) ++(outcome.sample->is_right ? right : wrong);
    if (outcome.fault.empty()) continue;
    ++misjudged;
    const std::string place =
        outcome.sample == nullptr ? exercise.file : fmt::format("{}:{}", answers.file, outcome.sample->line);
    text += fmt::format("{}: {}\n", show_on_terminal(place),
                        outcome.sample == nullptr
                            ? outcome.fault
                            : fmt::format("\"{}\": {}", outcome.sample->why, outcome.fault));
    if (outcome.sample != nullptr) text += grade_text(outcome.grade);
  }
  return text + fmt::format("{}: {} right, {} wrong, {} misjudged\n", show_on_terminal(exercise.file), right,
                            wrong, misjudged);
}

}  // namespace cellar
