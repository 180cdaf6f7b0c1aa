#include "web/exercise/exercise_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
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

/// A member of an object, behind others.
std::string lacks_json(const AnsweredExercise& each) {
  return each.lacks_hidden ? R"(,"lacks_hidden":true)" : "";
}

std::string fault_json(std::string_view fault) { return fmt::format(R"({{"fault":"{}"}})", fault); }

}  // namespace

ExerciseDesk::ExerciseDesk(NotebookThreads threads, std::vector<AnsweredExercise> exercises,
                           const GradingLimits& limits)
    : exercises_(within(std::move(exercises), limits)), turns_(std::move(threads), limits) {}

const AnsweredExercise* ExerciseDesk::find(std::string_view id) const {
  const auto found =
      std::ranges::find_if(exercises_, [&](const AnsweredExercise& each) { return each.exercise.id == id; });
  return found == exercises_.end() ? nullptr : &*found;
}

std::string ExerciseDesk::list(const Student& student) const {
  std::string list;
  for (const AnsweredExercise& each : exercises_)
    list += (list.empty() ? "" : ",") + exercise_head_json(each.exercise, student.mark(each.exercise.id));
  return R"({"exercises":[)" + list + "]}";
}

std::string ExerciseDesk::open(const AnsweredExercise& each, Student& student) {
  student.note_opened(each.exercise.id);
  return exercise_json(each.exercise, student.mark(each.exercise.id), lacks_json(each));
}

std::string ExerciseDesk::hint(const AnsweredExercise& each, const std::string& task, Student& student) {
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

std::string ExerciseDesk::graded(const HandedIn& handed_in, StopToken stop) {
  const Exercise& exercise = handed_in.exercise.exercise;
  const std::optional<TeacherAnswers>& teacher = handed_in.exercise.teacher;
  try {
    StudentAnswer answer = read_student_answer(handed_in.text, exercise);
    answer.hints = handed_in.student->mark(exercise.id).hints;  // those that were paid for
    const Grade grade = grade_answer(exercise, teacher ? &*teacher : nullptr, answer, exercise.id, stop);
    if (stop.stop_requested()) return fault_json("late");
    handed_in.student->note_answer(exercise.id, grade.score(), grade.losses());
    const int best = handed_in.student->mark(exercise.id).best.value_or(0);
    return fmt::format(R"({{"grade":{},"best":{}{}}})",
                       grade_json(without_hidden_rows(grade), handed_in.language), points_text(best),
                       lacks_json(handed_in.exercise));
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
