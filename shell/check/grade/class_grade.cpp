#include "shell/check/grade/class_grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>

#include "shell/check/grade/exercise_database.h"

namespace cellar {

std::vector<Grade> grade_class(const Exercise& exercise, const TeacherAnswers* teacher,
                               const std::vector<NamedAnswer>& answers, std::size_t threads, StopToken stop) {
  std::vector<std::optional<Grade>> done(answers.size());
  std::vector<std::exception_ptr> faults(answers.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < answers.size() && !stop.stop_requested(); i = next++) {
      try {
        done[i] = grade_answer(exercise, teacher, answers[i].answer, answers[i].name, stop);
      } catch (...) {
        faults[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < std::min(threads, answers.size()); ++i) workers.emplace_back(work);
    work();
  }
  // The first in the order of the answers, so that each run tells the same.
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
  std::vector<Grade> grades;
  for (std::optional<Grade>& grade : done)
    if (grade) grades.push_back(*std::move(grade));
  return grades;
}

std::vector<MissedRule> missed_rules(const std::vector<Grade>& grades) {
  std::map<std::string, std::size_t> counts;
  for (const Grade& grade : grades)
    for (const std::string& rule : grade.losses()) ++counts[rule];
  std::vector<MissedRule> missed(counts.begin(), counts.end());
  std::ranges::stable_sort(
      missed, [](const MissedRule& left, const MissedRule& right) { return left.second > right.second; });
  return missed;
}

namespace {

std::string fault_of(const SampleAnswer& sample, const Grade& grade) {
  const std::vector<std::string> losses = grade.losses();
  if (sample.is_right && losses.empty()) return "";
  if (!sample.is_right && losses == sample.losses) return "";
  return fmt::format("it should lose {}, and loses {}",
                     sample.losses.empty() ? "nothing" : fmt::format("{}", fmt::join(sample.losses, ", ")),
                     losses.empty() ? "nothing" : fmt::format("{}", fmt::join(losses, ", ")));
}

/// A statement that is to be repaired must be refused.
void test_broken(const Exercise& exercise, StopToken stop, std::vector<SampleOutcome>& outcomes) {
  for (const Task& task : exercise.tasks) {
    if (task.kind != TaskKind::repair) continue;
    ExerciseDatabase database(exercise, nullptr, stop);
    try {
      database.run(task.broken.text);
      outcomes.push_back({nullptr, {}, "the statement that " + task.id + " asks to repair is accepted"});
    } catch (const Refusal&) {
      // as it should be
    }
  }
}

}  // namespace

std::vector<SampleOutcome> test_exercise(const Exercise& exercise, const TeacherAnswers& answers,
                                         std::size_t threads, StopToken stop) {
  std::vector<SampleOutcome> outcomes;
  test_broken(exercise, stop, outcomes);
  std::vector<NamedAnswer> named;
  for (const SampleAnswer& sample : answers.samples)
    named.push_back({fmt::format("{}:{}", answers.file, sample.line), {sample.parts, {}}});
  std::vector<Grade> grades = grade_class(exercise, &answers, named, threads, stop);
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const SampleAnswer& sample = answers.samples[i];
    std::string fault = fault_of(sample, grades[i]);
    outcomes.push_back({&sample, std::move(grades[i]), std::move(fault)});
  }
  if (std::ranges::none_of(answers.samples, &SampleAnswer::is_right))
    outcomes.push_back({nullptr, {}, "there is no right answer"});
  return outcomes;
}

}  // namespace cellar
