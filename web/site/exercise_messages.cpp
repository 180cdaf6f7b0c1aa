#include <utility>

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

/// An answer may be long, so it is read in the threads of the statements.
void Site::hand_in(HttpRequest request, const Visit& visit, const Respond& respond) const {
  parts_.threads.work.run([this, request = std::move(request), student = visit.student, respond] {
    try {
      const PageMessage message(request.body);
      ExerciseDesk::HandedIn handed_in{exercise_of(message), student, message.text("text"),
                                       language_of(message)};
      const bool is_taken = parts_.exercises.grade(std::move(handed_in), [respond](std::string text) {
        respond({.type = kJson, .body = std::move(text)});
      });
      if (!is_taken) respond(fault(429, "An answer is being graded."));
    } catch (const WrongMessage&) {
      respond(fault(400, "This is no such message."));
    } catch (const std::exception&) {
      respond(fault(503, "There is not enough memory."));
    }
  });
}

}  // namespace cellar
