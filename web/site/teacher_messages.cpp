#include <algorithm>
#include <utility>

#include "web/site/faults.h"
#include "web/site/site.h"
#include "web/teacher/teacher_view.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestShown = 4'000;  // bytes

ClassPhase phase_in(const PageMessage& message) {
  const std::string asked = message.text("phase");
  for (const ClassPhase phase : {ClassPhase::open, ClassPhase::frozen, ClassPhase::ended})
    if (asked == name_of(phase)) return phase;
  throw WrongMessage();
}

HttpResponse done() { return {.type = kJson, .body = "{}"}; }

}  // namespace

const Site::TeacherMessage* Site::find_teacher_message(std::string_view target) const {
  static constexpr TeacherMessage kMessages[] = {
      {"/teacher/students", &Site::list_students}, {"/teacher/screen", &Site::show_screen},
      {"/teacher/show", &Site::show_to_all},       {"/teacher/phase", &Site::set_phase},
      {"/teacher/free", &Site::free_place},        {"/teacher/marks", &Site::save_marks}};
  if (parts_.classroom == nullptr) return nullptr;
  const auto* const found = std::ranges::find(kMessages, target, &TeacherMessage::target);
  return found == std::end(kMessages) ? nullptr : found;
}

/// Who has the wrong key waits for the answer, so that nobody tries many.
std::optional<HttpResponse> Site::turn_away_wrong_key(const HttpRequest& head) const {
  if (parts_.key->is(head.key)) return std::nullopt;
  HttpResponse response = plain_response(403, "This is not the teacher's key.");
  response.delay = parts_.wait_of_wrong_key;
  return response;
}

void Site::serve_teacher(const TeacherMessage& message, HttpRequest request, const Respond& respond) const {
  parts_.threads.work.run([this, answer = message.answer, body = std::move(request.body), respond] {
    try {
      respond((this->*answer)(PageMessage(body)));
    } catch (const std::exception&) {
      respond(fault_of(std::current_exception()));
    }
  });
}

HttpResponse Site::list_students(const PageMessage& /*message*/) const {
  return {.type = kJson,
          .body = students_json(
              parts_.classroom->roster(),
              {parts_.state, language(), parts_.classroom->holders(), parts_.exercises.being_graded()},
              std::chrono::steady_clock::now())};
}

HttpResponse Site::show_screen(const PageMessage& message) const {
  const std::shared_ptr<Student> student = parts_.classroom->roster().find(message.number("number"));
  if (student == nullptr) throw WrongMessage();
  return {.type = kJson, .body = screen_json(student->view(), std::chrono::steady_clock::now())};
}

HttpResponse Site::show_to_all(const PageMessage& message) const {
  std::string text = message.text("text");
  if (text.size() > kLongestShown) throw WrongMessage();
  parts_.state.show(std::move(text));
  return done();
}

HttpResponse Site::set_phase(const PageMessage& message) const {
  parts_.state.set_phase(phase_in(message));
  return done();
}

HttpResponse Site::free_place(const PageMessage& message) const {
  if (!parts_.classroom->free_place(message.number("number"))) throw WrongMessage();
  return done();
}

HttpResponse Site::save_marks(const PageMessage& /*message*/) const {
  return {.type = "text/csv; charset=utf-8",
          .body = marks_csv(parts_.classroom->roster(), parts_.exercises.all(),
                            std::chrono::steady_clock::now())};
}

}  // namespace cellar
