#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/check/grade/grade_report.h"
#include "shell/teach/figure/figure.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kIndent = "              ";

/// True if the checks of a task all fail for one reason, such as a statement that is refused.
bool have_one_reason(const TaskGrade& task) {
  if (task.checks.size() < 2 || task.checks.front().passed()) return false;
  const Shortfall& first = *task.checks.front().shortfall;
  return std::ranges::all_of(task.checks, [&](const GradedCheck& check) {
    return !check.passed() && check.shortfall->reason == first.reason;
  });
}

/// True if a check fails for the reason and the example of another one of its query, such as a verdict and its count.
bool have_one_shortfall(const GradedCheck& left, const GradedCheck& right) {
  return !left.passed() && !right.passed() && left.query == right.query && left.variant == right.variant &&
         left.shortfall->reason == right.shortfall->reason &&
         left.shortfall->example == right.shortfall->example;
}

std::string shortfall_lines(const GradedCheck& check, std::string_view indent, Language language) {
  const Shortfall& shortfall = *check.shortfall;
  std::string text = fmt::format("{}{}\n", indent, show_on_terminal(shortfall.reason.in(language)));
  if (!check.variant.empty())
    text += fmt::format("{}{}\n", indent, say("with_other_rows", language, {{"what", check.variant}}));
  for (const Sentence& line : shortfall.example)
    text += fmt::format("{}{}\n", indent, show_on_terminal(line.in(language)));
  if (!shortfall.diagnostic) return text;
  const PlacedDiagnostic& placed = *shortfall.diagnostic;
  return text +
         show_on_terminal(render_full(
             placed.diagnostic, {placed.file, placed.line, placed.column, placed.text}, false, {}, language));
}

std::string check_line(const GradedCheck& check, Language language) {
  const std::string place = check.query.empty() ? check.rule : check.query + " " + check.rule;
  const std::string outcome = check.passed() ? say("passed", language) : say("lost", language);
  return fmt::format("  {} {:>5}  {:<12} {}\n", padded(outcome, 4), points_text(check.points), place,
                     check.what.in(language));
}

std::string kind_text(TaskKind kind, Language language) {
  switch (kind) {
    case TaskKind::design:
      return say("kind_design", language);
    case TaskKind::query:
      return say("kind_query", language);
    case TaskKind::predict:
      return say("kind_predict", language);
    case TaskKind::repair:
      return say("kind_repair", language);
    case TaskKind::layout:
      return say("kind_layout", language);
    case TaskKind::size:
      return say("kind_size", language);
    case TaskKind::place:
      return say("kind_place", language);
  }
  return "";
}

std::string task_text(const TaskGrade& task, Language language) {
  std::string text = "\n" +
                     say("score_of_task", language,
                         {{"task", task.id},
                          {"kind", kind_text(task.kind, language)},
                          {"score", points_text(task.score())},
                          {"points", points_text(task.points)},
                          {"what", task.title}}) +
                     "\n";
  const bool is_shared = have_one_reason(task);
  if (is_shared) text += shortfall_lines(task.checks.front(), "  ", language);
  const GradedCheck* before = nullptr;
  for (const GradedCheck& check : task.checks) {
    text += check_line(check, language);
    const bool is_said = is_shared || (before != nullptr && have_one_shortfall(*before, check));
    if (!check.passed() && !is_said) text += shortfall_lines(check, kIndent, language);
    before = &check;
  }
  for (const std::string& hint : task.hints)
    text += fmt::format("  {}\n", say("hint", language, {{"what", hint}}));
  if (task.hint_cost > 0)
    text += fmt::format("  {}\n", say("hints_cost", language, {{"points", points_text(task.hint_cost)}}));
  return text;
}

}  // namespace

std::string shown_name(std::string_view file) {
  std::string name = show_on_terminal(file);
  std::ranges::replace_if(
      name, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, '?');
  return name;
}

std::string grade_text(const Grade& grade, Language language) {
  std::string text = say("score", language,
                         {{"what", grade.title},
                          {"exercise", grade.exercise},
                          {"score", points_text(grade.score())},
                          {"points", points_text(grade.points)}}) +
                     "\n";
  text += fmt::format("{}\n", shown_name(grade.answer));
  for (const TaskGrade& task : grade.tasks) text += task_text(task, language);
  if (!grade.has_hidden) text += "\n" + say("without_hidden", language) + "\n";
  return text;
}

std::vector<PassedOverGroup> by_reason(const std::vector<PassedOver>& passed_over, Language language) {
  std::vector<PassedOverGroup> groups;
  for (const PassedOver& file : passed_over) {
    const std::string reason = file.reason.in(language);
    auto group = std::ranges::find(groups, reason, &PassedOverGroup::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {reason, {}});
    group->second.push_back(shown_name(file.name));
  }
  return groups;
}

std::string class_text(const std::vector<Grade>& grades, Language language,
                       const std::vector<PassedOver>& passed_over) {
  std::size_t widest = 6;
  for (const Grade& grade : grades) widest = std::max(widest, display_width(shown_name(grade.answer)));
  std::string text;
  int sum = 0;
  for (const Grade& grade : grades) {
    sum += grade.score();
    text += padded(shown_name(grade.answer), widest) + "  " +
            say("class_score", language,
                {{"score", fmt::format("{:>5}", points_text(grade.score()))},
                 {"points", points_text(grade.points)}});
    if (grade.fault)
      text += "  " + grade.fault->in(language);
    else if (const std::vector<std::string> losses = grade.losses(); !losses.empty())
      text += "  " + say("class_lost", language, {{"what", fmt::format("{}", fmt::join(losses, ", "))}});
    text += "\n";
  }
  if (grades.empty()) return text;
  const std::string answers = std::to_string(grades.size());
  text += say("class_average", language,
              {{"answers", answers},
               {"score", points_text(sum / static_cast<int>(grades.size()))},
               {"points", points_text(grades.front().points)}}) +
          "\n";
  const std::vector<MissedRule> missed = missed_rules(grades);
  if (!missed.empty())
    text += say("class_missed", language,
                {{"rule", missed.front().first},
                 {"count", std::to_string(missed.front().second)},
                 {"answers", std::to_string(looked_at(grades))}}) +
            "\n";
  for (const auto& [reason, names] : by_reason(passed_over, language))
    text += say("passed_over", language,
                {{"reason", show_on_terminal(reason)}, {"what", fmt::format("{}", fmt::join(names, ", "))}}) +
            "\n";
  return text;
}

std::string test_text(const TestedExercise& tested, Language language) {
  std::string text;
  std::size_t right = 0, wrong = 0;
  for (const SampleOutcome& outcome : tested.outcomes) {
    if (outcome.sample != nullptr) ++(outcome.sample->is_right ? right : wrong);
    if (!outcome.fault) continue;
    const std::string fault = outcome.fault->in(language);
    if (outcome.sample == nullptr) {
      text += fmt::format("{}: {}\n", shown_name(tested.exercise.file), fault);
      continue;
    }
    text += fmt::format("{}:{}: \"{}\": {}\n", shown_name(tested.answers.file), outcome.sample->line,
                        outcome.sample->why, fault);
    text += grade_text(outcome.grade, language);
  }
  return text +
         say("test_summary", language,
             {{"file", shown_name(tested.exercise.file)},
              {"right", std::to_string(right)},
              {"wrong", std::to_string(wrong)},
              {"misjudged", std::to_string(tested.misjudged())}}) +
         "\n";
}

}  // namespace cellar
