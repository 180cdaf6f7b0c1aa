#include "web/exercise/exercise_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_list.h"
#include "shell/check/grade/grade_report.h"
#include "web/exercise/exercise_json.h"

namespace cellar {

namespace {

void bound(Exercise& exercise, const GradingLimits& limits) {
  GradeLimits& granted = exercise.limits;
  granted.time = std::min(granted.time, limits.answer);
  granted.memory = std::min(granted.memory, limits.memory);
}

std::vector<SpokenExercise> within(std::vector<SpokenExercise> exercises, const GradingLimits& limits) {
  for (SpokenExercise& each : exercises) {
    bound(each.original.exercise, limits);
    for (auto& [language, translation] : each.translations) bound(translation.exercise, limits);
  }
  std::ranges::stable_sort(exercises, {},
                           [](const SpokenExercise& each) { return each.original.exercise.level; });
  return exercises;
}

/// A member of an object, behind others.
std::string lacks_json(const AnsweredExercise& each) {
  return each.lacks_hidden ? R"(,"lacks_hidden":true)" : "";
}

std::string fault_json(std::string_view fault) { return fmt::format(R"({{"fault":"{}"}})", fault); }

}  // namespace

ExerciseService::ExerciseService(NotebookThreads threads, std::vector<SpokenExercise> exercises,
                                 const GradingLimits& limits)
    : limits_(limits), queue_(std::move(threads), limits) {
  offer(std::move(exercises));
}

void ExerciseService::offer(std::vector<SpokenExercise> exercises) {
  exercises_ = within(std::move(exercises), limits_);
}

const SpokenExercise* ExerciseService::find(std::string_view id) const {
  const auto found = std::ranges::find(exercises_, id, &SpokenExercise::id);
  return found == exercises_.end() ? nullptr : &*found;
}

std::string ExerciseService::list(const Student& student, Language language) const {
  return R"({"exercises":)" +
         json_list(exercises_,
                   [&](const SpokenExercise& each) {
                     return exercise_head_json(each.in(language).exercise, student.mark(each.id()));
                   }) +
         "}";
}

std::string ExerciseService::open(const SpokenExercise& each, Student& student, Language language) {
  student.note_opened(each.id());
  const AnsweredExercise& said = each.in(language);
  return exercise_json(said.exercise, student.mark(each.id()), lacks_json(said));
}

std::string ExerciseService::hint(const SpokenExercise& each, const std::string& task, Student& student,
                                  Language language) {
  const Task* const asked = each.in(language).exercise.find_task(task);
  if (asked == nullptr) return "{}";
  const std::vector<const Hint*> hints = asked_hints(*asked);
  const ExerciseMark mark = student.mark(each.id());
  const auto taken = mark.hints.find(task);
  const std::size_t next = taken == mark.hints.end() ? 0 : taken->second;
  if (next >= hints.size()) return "{}";
  student.note_hint(each.id(), task);
  return fmt::format(R"({{"text":{},"cost":{}}})", json_string(hints[next]->text),
                     points_text(hints[next]->cost));
}

Grade ExerciseService::grade_of(const HandedIn& handed_in, StopToken stop) {
  const AnsweredExercise& said = handed_in.exercise.in(handed_in.language);
  StudentAnswer answer = read_student_answer(handed_in.text, said.exercise);
  answer.hints = handed_in.student->mark(said.exercise.id).hints;  // those that were paid for
  return grade_answer(said.exercise, said.teacher ? &*said.teacher : nullptr, answer, said.exercise.id, stop);
}

/// What grading takes is counted. A grade is not counted for which something was refused: an answer that was refused memory
/// may look like a wrong one.
std::string ExerciseService::graded(const HandedIn& handed_in, StopToken stop, MemoryAccount& account) {
  const AnsweredExercise& said = handed_in.exercise.in(handed_in.language);
  std::optional<Grade> grade;
  try {
    const CountedWork counted({&account});
    grade = grade_of(handed_in, stop);
  } catch (const std::exception&) {
  }
  if (stop.stop_requested()) return fault_json("late");
  if (account.has_refused()) return fault_json("large");
  if (!grade) return fault_json("wrong");
  const std::string& id = said.exercise.id;
  handed_in.student->note_answer(id, grade->score(), grade->losses());
  const int best = handed_in.student->mark(id).best.value_or(0);
  return fmt::format(R"({{"grade":{},"best":{}{}}})",
                     grade_json(without_hidden_rows(*grade), handed_in.language), points_text(best),
                     lacks_json(said));
}

void ExerciseService::grade(HandedIn handed_in, std::function<void(std::string)> done) {
  queue_.run([handed_in = std::move(handed_in), done = std::move(done)](StopToken stop,
                                                                        MemoryAccount& account) mutable {
    std::string text = graded(handed_in, stop, account);
    handed_in.grading.reset();
    done(std::move(text));
  });
}

}  // namespace cellar
