#include <utility>

#include "web/site/faults.h"
#include "web/site/site.h"

namespace cellar {

const SpokenExercise& Site::exercise_of(const PageMessage& message) const {
  const SpokenExercise* const exercise = parts_.exercises.find(message.text("exercise"));
  if (exercise == nullptr) throw WrongMessage();
  return *exercise;
}

Language Site::language_of(const PageMessage& message) const {
  return find_language(message.optional_text("language")).value_or(facts_.language);
}

Notebook::Work Site::listing_exercises(const PageMessage& message, const Sender& sender) const {
  return [this, language = language_of(message), student = sender.student](const Notebook&) {
    return parts_.exercises.list(*student, language);
  };
}

Notebook::Work Site::opening_exercise(const PageMessage& message, const Sender& sender) const {
  return [&exercise = exercise_of(message), language = language_of(message), student = sender.student](
             const Notebook&) { return ExerciseService::open(exercise, *student, language); };
}

Notebook::Work Site::hinting(const PageMessage& message, const Sender& sender) const {
  return [&exercise = exercise_of(message), task = message.text("task"), language = language_of(message),
          student = sender.student](const Notebook&) {
    return ExerciseService::hint(exercise, task, *student, language);
  };
}

/// An answer may be long, so it is read in the threads of the statements: of each student one at a time.
void Site::hand_in(HttpRequest request, const Sender& sender, const Respond& respond) const {
  std::shared_ptr<const void> grading = sender.student->begin_grading();
  if (grading == nullptr) return respond(fault(429, "busy"));
  parts_.threads.work.run([this, body = std::move(request.body), student = sender.student,
                           grading = std::move(grading), respond]() mutable {
    try {
      check_open();
      const PageMessage message(body);
      parts_.exercises.grade(
          {exercise_of(message), student, message.text("text"), language_of(message), std::move(grading)},
          [respond](std::string text) { respond({.type = kJson, .body = std::move(text)}); });
    } catch (const std::exception&) {
      grading.reset();
      respond(fault_of(std::current_exception()));
    }
  });
}

}  // namespace cellar
