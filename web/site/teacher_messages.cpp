#include <algorithm>
#include <iterator>

#include "web/site/site.h"
#include "web/teacher/teacher_view.h"

namespace cellar {

namespace {

constexpr std::string_view kTeachers[] = {"/teacher/students", "/teacher/screen", "/teacher/show",
                                          "/teacher/phase", "/teacher/marks"};
constexpr std::size_t kLongestShown = 4'000;  // bytes

ClassPhase phase_in(const PageMessage& message) {
  const std::string asked = message.text("phase");
  for (const ClassPhase phase : {ClassPhase::open, ClassPhase::frozen, ClassPhase::ended})
    if (asked == name_of(phase)) return phase;
  throw WrongMessage();
}

}  // namespace

bool is_teachers(std::string_view target) {
  return std::ranges::find(kTeachers, target) != std::end(kTeachers);
}

/// Who has the wrong key waits for the answer, so that nobody tries many.
std::optional<HttpResponse> Site::turn_away_wrong_key(const HttpRequest& head) const {
  if (parts_.key->is(head.key)) return std::nullopt;
  HttpResponse response = fault(403, "This is not the teacher's key.");
  response.delay = parts_.wait_of_wrong_key;
  return response;
}

void Site::serve_teacher(const HttpRequest& request, const Respond& respond) const {
  parts_.threads.work.run([this, target = request.target, message = PageMessage(request.body), respond] {
    try {
      respond(answer_teacher(target, message));
    } catch (const WrongMessage&) {
      respond(fault(400, "This is no such message."));
    } catch (const std::exception&) {
      respond(fault(503, "There is not enough memory."));
    }
  });
}

HttpResponse Site::answer_teacher(const std::string& target, const PageMessage& message) const {
  Roster& roster = parts_.classroom->roster();
  const ClassTime now = std::chrono::steady_clock::now();
  if (target == "/teacher/students") return {.type = kJson, .body = students_json(roster, parts_.state, now)};
  if (target == "/teacher/marks")
    return {.type = "text/csv; charset=utf-8", .body = marks_csv(roster, parts_.exercises.all(), now)};
  if (target == "/teacher/screen") {
    const std::shared_ptr<Student> student = roster.find(message.number("number"));
    if (student == nullptr) throw WrongMessage();
    return {.type = kJson, .body = screen_json(student->view(), now)};
  }
  if (target == "/teacher/phase") parts_.state.set_phase(phase_in(message));
  if (target == "/teacher/show") {
    std::string text = message.text("text");
    if (text.size() > kLongestShown) throw WrongMessage();
    parts_.state.show(std::move(text));
  }
  return {.type = kJson, .body = "{}"};
}

}  // namespace cellar
