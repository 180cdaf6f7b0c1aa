#include "web/exercise/exercise_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_list.h"
#include "shell/check/grade/grade_report.h"
#include "web/exercise/exercise_json.h"

namespace cellar {

namespace {

std::vector<AnsweredExercise> within(std::vector<AnsweredExercise> exercises, const GradingLimits& limits) {
  for (AnsweredExercise& each : exercises) {
    GradeLimits& granted = each.exercise.limits;
    granted.time = std::min(granted.time, limits.answer);
    granted.memory = std::min(granted.memory, limits.memory);
  }
  std::ranges::stable_sort(exercises, {}, [](const AnsweredExercise& each) { return each.exercise.level; });
  return exercises;
}

std::string fault_json(std::string_view fault) { return fmt::format(R"({{"fault":"{}"}})", fault); }

}  // namespace

ExerciseService::ExerciseService(NotebookThreads threads, std::vector<AnsweredExercise> exercises,
                                 const GradingLimits& limits)
    : exercises_(within(std::move(exercises), limits)), queue_(std::move(threads), limits) {}

const AnsweredExercise* ExerciseService::find(std::string_view id) const {
  const auto found =
      std::ranges::find_if(exercises_, [&](const AnsweredExercise& each) { return each.exercise.id == id; });
  return found == exercises_.end() ? nullptr : &*found;
}

std::string ExerciseService::list(const Student& student) const {
  return R"({"exercises":)" +
         json_list(exercises_,
                   [&](const AnsweredExercise& each) {
                     return exercise_head_json(each.exercise, student.mark(each.exercise.id));
                   }) +
         "}";
}

std::string ExerciseService::open(const AnsweredExercise& each, Student& student) {
  student.note_opened(each.exercise.id);
  return exercise_json(each.exercise, student.mark(each.exercise.id));
}

std::string ExerciseService::hint(const AnsweredExercise& each, const std::string& task, Student& student) {
  const Task* const asked = each.exercise.find_task(task);
  if (asked == nullptr) return "{}";
  const std::vector<const Hint*> hints = asked_hints(*asked);
  const ExerciseMark mark = student.mark(each.exercise.id);
  const auto taken = mark.hints.find(task);
  const std::size_t next = taken == mark.hints.end() ? 0 : taken->second;
  if (next >= hints.size()) return "{}";
  student.note_hint(each.exercise.id, task);
  return fmt::format(R"({{"text":{},"cost":{}}})", json_string(hints[next]->text),
                     points_text(hints[next]->cost));
}

Grade ExerciseService::grade_of(const HandedIn& handed_in, StopToken stop) {
  const auto& [exercise, teacher] = handed_in.exercise;
  StudentAnswer answer = read_student_answer(handed_in.text, exercise);
  answer.hints = handed_in.student->mark(exercise.id).hints;  // those that were paid for
  return grade_answer(exercise, teacher ? &*teacher : nullptr, answer, exercise.id, stop);
}

/// What grading takes is counted. A grade is not counted for which something was refused: an answer that was refused memory
/// may look like a wrong one.
std::string ExerciseService::graded(const HandedIn& handed_in, StopToken stop, MemoryAccount& account) {
  const Exercise& exercise = handed_in.exercise.exercise;
  std::optional<Grade> grade;
  try {
    const CountedWork counted({&account});
    grade = grade_of(handed_in, stop);
  } catch (const std::exception&) {
  }
  if (stop.stop_requested()) return fault_json("late");
  if (account.has_refused()) return fault_json("large");
  if (!grade) return fault_json("wrong");
  handed_in.student->note_answer(exercise.id, grade->score(), grade->losses());
  const int best = handed_in.student->mark(exercise.id).best.value_or(0);
  return fmt::format(R"({{"grade":{},"best":{}}})",
                     grade_json(without_hidden_rows(*grade), handed_in.language), points_text(best));
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
