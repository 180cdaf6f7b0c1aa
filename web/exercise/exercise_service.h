// Lists exercises, gives hints and grades answers.
//
// In:      exercises with their teacher's answers; a student, what they open, ask and hand in, and their language.
// Out:     what a page is told, as JSON: the list, an exercise (web/exercise/exercise_json.h), a hint, a grade
//          (docs/schema/grade.schema.json) with the best points so far. Nothing is told of hidden rows and of the
//          teacher's answers. "lacks_hidden":true of an exercise, and beside a grade, says that there are hidden rows
//          which this program does not have, so that a grade with all points may not be the teacher's.
// Refused: nothing. An answer that is graded for too long is told as {"fault":"late"}, one that takes too much memory as
//          {"fault":"large"}, one that cannot be graded as {"fault":"wrong"}.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/check/grade/exercise_files.h"
#include "shell/check/grade/grade.h"
#include "web/exercise/grading_queue.h"
#include "web/student/student.h"

namespace cellar {

class ExerciseService {
 public:
  /// Answers have no more time and memory than the limits say, whatever an exercise grants.
  ExerciseService(NotebookThreads threads, std::vector<SpokenExercise> exercises,
                  const GradingLimits& limits);

  /// Puts others in the place of those that there are, while nobody asks for one.
  void offer(std::vector<SpokenExercise> exercises);
  /// Returns null if there is no such exercise.
  const SpokenExercise* find(std::string_view id) const;
  const std::vector<SpokenExercise>& all() const { return exercises_; }

  /// {"exercises":[...]}, the easiest first.
  std::string list(const Student& student, Language language) const;
  static std::string open(const SpokenExercise& each, Student& student, Language language);
  /// {"text","cost"} of the next hint, which the student now has, or {} if there is none.
  static std::string hint(const SpokenExercise& each, const std::string& task, Student& student,
                          Language language);

  struct HandedIn {
    const SpokenExercise& exercise;
    std::shared_ptr<Student> student;
    std::string text;
    Language language = Language::english;
    std::shared_ptr<const void> grading;  // of Student::begin_grading()
  };
  /// `done` is called in one of the work threads; not at all if there is no memory even for that.
  void grade(HandedIn handed_in, std::function<void(std::string)> done);
  /// Answers that have no grade yet.
  std::size_t being_graded() const { return queue_.size(); }
  void end() { queue_.end(); }

 private:
  static Grade grade_of(const HandedIn& handed_in, StopToken stop);
  static std::string graded(const HandedIn& handed_in, StopToken stop, MemoryAccount& account);

  const GradingLimits limits_;
  std::vector<SpokenExercise> exercises_;
  GradingQueue queue_;
};

}  // namespace cellar
