#include "shell/check/grade/class_grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>
#include <optional>
#include <thread>

#include "shell/check/grade/exercise_database.h"

namespace cellar {

std::vector<Grade> grade_class(const Exercise& exercise, const TeacherAnswers* teacher,
                               const std::vector<NamedAnswer>& answers, std::size_t threads, StopToken stop) {
  std::vector<std::optional<Grade>> done(answers.size());
  std::vector<std::exception_ptr> faults(answers.size());
  std::atomic<std::size_t> next = 0;
  const auto with_fault = [&](const Sentence& fault, std::size_t i) {
    return grade_answer(exercise, teacher, {{}, {}, fault}, answers[i].name, stop);
  };
  const auto work = [&] {
    for (std::size_t i = next++; i < answers.size() && !stop.stop_requested(); i = next++) {
      try {
        done[i] = grade_answer(exercise, teacher, answers[i].answer, answers[i].name, stop);
      } catch (const std::bad_alloc&) {
        done[i] = with_fault({"memory_used_up"}, i);
      } catch (const Refusal& refusal) {
        // A WrongExercise is none. Whatever else an answer runs into, the others have their grades.
        done[i] =
            with_fault({"not_judged",
                        {{"code", std::string(refusal.diagnostic.code())}, {"reason", refusal.diagnostic}}},
                       i);
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

std::size_t looked_at(const std::vector<Grade>& grades) {
  return static_cast<std::size_t>(
      std::ranges::count_if(grades, [](const Grade& grade) { return !grade.fault.has_value(); }));
}

std::vector<MissedRule> missed_rules(const std::vector<Grade>& grades) {
  std::map<std::string, std::size_t> counts;
  for (const Grade& grade : grades) {
    if (grade.fault) continue;
    for (const std::string& rule : grade.losses()) ++counts[rule];
  }
  std::vector<MissedRule> missed(counts.begin(), counts.end());
  std::ranges::stable_sort(
      missed, [](const MissedRule& left, const MissedRule& right) { return left.second > right.second; });
  return missed;
}

namespace {

Sentence listed(const std::vector<std::string>& losses) {
  if (losses.empty()) return {"loses_nothing"};
  return verbatim(fmt::format("{}", fmt::join(losses, ", ")));
}

std::optional<Sentence> fault_of(const SampleAnswer& sample, const Grade& grade) {
  const std::vector<std::string> losses = grade.losses();
  if (sample.is_right && losses.empty()) return std::nullopt;
  if (!sample.is_right && losses == sample.losses) return std::nullopt;
  return Sentence{"misjudged_loses",
                  {{"expected", std::vector{listed(sample.losses)}}, {"what", std::vector{listed(losses)}}}};
}

/// A statement that is to be repaired must be refused.
void test_broken(const Exercise& exercise, StopToken stop, std::vector<SampleOutcome>& outcomes) {
  for (const Task& task : exercise.tasks) {
    if (task.kind != TaskKind::repair) continue;
    ExerciseDatabase database(exercise, nullptr, stop);
    try {
      database.run(task.broken.text);
      outcomes.push_back(
          {nullptr,
           {},
           Sentence{"broken_is_accepted", {{"line", std::to_string(task.broken.line)}, {"task", task.id}}}});
    } catch (const Refusal&) {
      // as it should be
    }
  }
}

}  // namespace

TestedExercise test_exercise(Exercise exercise, TeacherAnswers answers, std::size_t threads, StopToken stop) {
  TestedExercise tested{std::move(exercise), std::move(answers), {}};
  test_broken(tested.exercise, stop, tested.outcomes);
  std::vector<NamedAnswer> named;
  for (const SampleAnswer& sample : tested.answers.samples)
    named.push_back({fmt::format("{}:{}", tested.answers.file, sample.line), {sample.parts, {}, {}}});
  std::vector<Grade> grades = grade_class(tested.exercise, &tested.answers, named, threads, stop);
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const SampleAnswer& sample = tested.answers.samples[i];
    std::optional<Sentence> fault = fault_of(sample, grades[i]);
    tested.outcomes.push_back({&sample, std::move(grades[i]), std::move(fault)});
  }
  if (std::ranges::none_of(tested.answers.samples, &SampleAnswer::is_right))
    tested.outcomes.push_back({nullptr, {}, Sentence{"no_right_answer"}});
  return tested;
}

std::size_t TestedExercise::misjudged() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(outcomes, [](const SampleOutcome& each) { return each.fault.has_value(); }));
}

}  // namespace cellar
