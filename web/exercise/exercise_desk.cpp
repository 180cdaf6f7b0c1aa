#include "web/exercise/exercise_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
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

ExerciseDesk::ExerciseDesk(NotebookThreads threads, std::vector<SpokenExercise> exercises,
                           const GradingLimits& limits)
    : exercises_(within(std::move(exercises), limits)), turns_(std::move(threads), limits) {}

const SpokenExercise* ExerciseDesk::find(std::string_view id) const {
  const auto found = std::ranges::find(exercises_, id, &SpokenExercise::id);
  return found == exercises_.end() ? nullptr : &*found;
}

std::string ExerciseDesk::list(const Student& student, Language language) const {
  std::string list;
  for (const SpokenExercise& each : exercises_)
    list +=
        (list.empty() ? "" : ",") + exercise_head_json(each.in(language).exercise, student.mark(each.id()));
  return R"({"exercises":[)" + list + "]}";
}

std::string ExerciseDesk::open(const SpokenExercise& each, Student& student, Language language) {
  student.note_opened(each.id());
  const AnsweredExercise& said = each.in(language);
  return exercise_json(said.exercise, student.mark(each.id()), lacks_json(said));
}

std::string ExerciseDesk::hint(const SpokenExercise& each, const std::string& task, Student& student,
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

std::string ExerciseDesk::graded(const HandedIn& handed_in, StopToken stop) {
  const AnsweredExercise& said = handed_in.exercise.in(handed_in.language);
  const Exercise& exercise = said.exercise;
  const std::optional<TeacherAnswers>& teacher = said.teacher;
  try {
    StudentAnswer answer = read_student_answer(handed_in.text, exercise);
    answer.hints = handed_in.student->mark(exercise.id).hints;  // those that were paid for
    const Grade grade = grade_answer(exercise, teacher ? &*teacher : nullptr, answer, exercise.id, stop);
    if (stop.stop_requested()) return fault_json("late");
    handed_in.student->note_answer(exercise.id, grade.score(), grade.losses());
    const int best = handed_in.student->mark(exercise.id).best.value_or(0);
    return fmt::format(R"({{"grade":{},"best":{}{}}})",
                       grade_json(without_hidden_rows(grade), handed_in.language), points_text(best),
                       lacks_json(said));
  } catch (const std::exception&) {
    return fault_json(stop.stop_requested() ? "late" : "wrong");
  }
}

bool ExerciseDesk::grade(HandedIn handed_in, std::function<void(std::string)> done) {
  if (!handed_in.student->begin_grading()) return false;
  turns_.run([handed_in = std::move(handed_in), done = std::move(done)](StopToken stop) {
    std::string text = graded(handed_in, stop);
    handed_in.student->end_grading();
    done(std::move(text));
  });
  return true;
}

}  // namespace cellar
