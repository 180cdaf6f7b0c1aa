#include "shell/check/grade/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "shell/check/grade/attempt.h"

namespace cellar {

namespace {

/// The first right answer to a task, which says what its queries answer in a hidden variant.
const PlacedText* right_part(const TeacherAnswers* teacher, const Task& task) {
  if (teacher == nullptr) return nullptr;
  const auto right = std::ranges::find(teacher->samples, true, &SampleAnswer::is_right);
  if (right == teacher->samples.end()) return nullptr;
  const auto part = right->parts.find(task.id);
  return part == right->parts.end() ? nullptr : &part->second;
}

/// Grades the tasks of one answer.
class AnswerGrader {
 public:
  AnswerGrader(const Exercise& exercise, const TeacherAnswers* teacher, const StudentAnswer& answer,
               const std::string& file, StopToken stop)
      : exercise_(exercise), teacher_(teacher), answer_(answer), file_(file), stop_(stop) {}

  TaskGrade grade(const Task& task) {
    TaskGrade grade{task.id, task.title, task.kind, task.points, 0, {}, {}};
    const std::vector<TaskCheck> checks = checks_of(exercise_, task);
    for (const TaskCheck& check : checks)
      grade.checks.push_back({task.id, check.query, check.rule, check.what, check.points, std::nullopt, ""});
    if (answer_.fault) {
      for (GradedCheck& check : grade.checks) check.shortfall = Shortfall{*answer_.fault, {}, std::nullopt};
      return grade;
    }
    const auto part = answer_.parts.find(task.id);
    judge(task, part == answer_.parts.end() ? PlacedText() : part->second, nullptr, checks, grade);
    // A prediction is about the rows that are handed out.
    if (teacher_ != nullptr && !task.asks_for_words()) {
      for (const HiddenVariant& variant : teacher_->hidden)
        judge(task, part == answer_.parts.end() ? PlacedText() : part->second, &variant, checks, grade);
    }
    add_hints(task, grade);
    return grade;
  }

 private:
  void judge(const Task& task, const PlacedText& part, const HiddenVariant* variant,
             const std::vector<TaskCheck>& checks, TaskGrade& grade) {
    if (std::ranges::none_of(grade.checks, &GradedCheck::passed)) return;
    const PlacedText* right = variant == nullptr ? nullptr : right_part(teacher_, task);
    // Nothing says what a query should answer for these rows.
    if (variant != nullptr && right == nullptr && !task.asks_for_table()) return;
    ExerciseDatabase database(exercise_, variant, stop_);
    const AnswerTrial trial{database, task, part, file_, right};
    Attempt attempt = try_answer(trial);
    for (std::size_t i = 0; i < checks.size(); ++i) {
      GradedCheck& check = grade.checks[i];
      if (!check.passed()) continue;
      check.shortfall = std::visit([&](auto& tried) { return tried.judge(checks[i]); }, attempt);
      if (!check.passed() && variant != nullptr) check.variant = variant->name;
    }
  }

  void add_hints(const Task& task, TaskGrade& grade) const {
    const auto asked = answer_.hints.find(task.id);
    const std::size_t paid = asked == answer_.hints.end() ? 0 : asked->second;
    const bool is_full = std::ranges::all_of(grade.checks, &GradedCheck::passed);
    const auto is_lost = [&](const Hint& hint) {
      return std::ranges::any_of(
          grade.checks, [&](const GradedCheck& check) { return check.rule == hint.rule && !check.passed(); });
    };
    std::vector<Hint> hints = task.hints;
    for (const Hint& hint : hints)
      if (!hint.rule.empty() && is_lost(hint)) grade.hints.push_back(hint.text);
    const bool is_told = !grade.hints.empty();  // what the lost rule is about, and no other hint unasked
    std::erase_if(hints, [](const Hint& hint) { return !hint.rule.empty(); });
    for (std::size_t i = 0; i < hints.size(); ++i) {
      const Hint& hint = hints[i];
      if (i >= paid && (hint.cost > 0 || is_full || is_told)) continue;
      grade.hints.push_back(hint.text);
      if (i < paid) grade.hint_cost += hint.cost;
    }
  }

  const Exercise& exercise_;
  const TeacherAnswers* teacher_;
  const StudentAnswer& answer_;
  const std::string& file_;
  StopToken stop_;
};

}  // namespace

std::string GradedCheck::name() const {
  return query.empty() ? fmt::format("{} {}", task, rule) : fmt::format("{}.{} {}", task, query, rule);
}

int TaskGrade::score() const {
  int score = -hint_cost;
  for (const GradedCheck& check : checks) score += check.passed() ? check.points : 0;
  return std::max(score, 0);
}

int Grade::score() const {
  int sum = 0;
  for (const TaskGrade& task : tasks) sum += task.score();
  return sum;
}

std::vector<std::string> Grade::losses() const {
  std::set<std::string> losses;
  for (const TaskGrade& task : tasks)
    for (const GradedCheck& check : task.checks)
      if (!check.passed()) losses.insert(task.id + "." + check.rule);
  return {losses.begin(), losses.end()};
}

std::string points_text(int hundredths) {
  std::string text = fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

Grade grade_answer(const Exercise& exercise, const TeacherAnswers* teacher, const StudentAnswer& answer,
                   std::string name, StopToken stop) {
  Grade grade;
  grade.exercise = exercise.id;
  grade.title = exercise.title;
  grade.answer = std::move(name);
  grade.points = exercise.points;
  grade.fault = answer.fault;
  grade.has_hidden = teacher != nullptr && !teacher->hidden.empty();
  AnswerGrader grader(exercise, teacher, answer, grade.answer, stop);
  for (const Task& task : exercise.tasks) grade.tasks.push_back(grader.grade(task));
  return grade;
}

Grade without_hidden_rows(Grade grade) {
  for (TaskGrade& task : grade.tasks)
    for (GradedCheck& check : task.checks)
      if (!check.variant.empty()) check.shortfall = Shortfall{{"fails_with_hidden_rows"}, {}, std::nullopt};
  return grade;
}

}  // namespace cellar
