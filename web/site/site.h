// What the address of a class answers: the files of the page, and messages.
//
// In:      requests. A message is a POST whose body is an object of JSON.
// Out:     GET / and the other files of page_files(). POST, each as JSON:
//            /start     {}                    what this is: version, database, the keyspace in use; in a class the code
//                                             word of the visitor, who without one begins an empty notebook
//            /answer    {"statement",         the Answer (docs/schema/answer.schema.json); its texts for people have so
//                        "language"?,"columns"?} many columns
//            /complete  {"text","cursor"}     what may come next; `cursor` is a byte of the text
//            /schema    {}                    its tables (web/notebook/schema_json.h)
//            /split     {"text"}              the statements of a text, with their places
//            /exercises {}                    the exercises with the student's points; {"exercise"} opens one:
//            /exercise  {"exercise"}          web/exercise/exercise_json.h says what is told of it
//            /hint      {"exercise","task"}   the next hint of a task, which the student has paid for then
//            /hand_in   {"exercise","text",   the grade of an answer (web/exercise/exercise_desk.h)
//                        "language"?}
//            /name      {"name"}              the name as it is kept
//            /class     {}                    {"phase","shown":{"number","text"}}: what the teacher has set for all
//          In a class each message has the visitor's code word in its field Code-Word, and is about the database of
//          that visitor.
//          With the teacher's key in the field Teacher-Key, in a class (web/teacher/teacher_view.h):
//            /teacher/students {}             who is where, and what is missed most
//            /teacher/screen   {"number"}     what a student has run last
//            /teacher/show     {"text"}       shows a text to all; an empty one takes it away
//            /teacher/phase    {"phase"}      open, frozen, ended
//            /teacher/marks    {}             the marks as CSV
// Refused: other targets (404) and methods (405); a Host that is not this server's (421), so that no name of a foreign
//          site leads here; the Origin or Sec-Fetch-Site of another site (403); another key than the teacher's (403,
//          after a while), and a code word that nobody was given (410, late if many were wrong); of all these the body
//          is not read. Bodies that are no such object or name something that there is not (400, 415); messages beyond
//          what may wait, and visitors who come too fast (429); statements and answers while the class is frozen (423);
//          visitors beyond those that may come (503). No target and no message names a file.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "web/exercise/exercise_desk.h"
#include "web/http/http_thread.h"
#include "web/notebook/classroom.h"
#include "web/notebook/notebook.h"
#include "web/site/page_message.h"
#include "web/student/class_state.h"
#include "web/teacher/teacher_key.h"

namespace cellar {

/// How browsers may call the server. No name of a foreign site, which may lead to its address, is among them.
struct SiteHosts {
  std::vector<std::string> whole;  // with their port: "localhost:8048"
  std::vector<std::string> names;  // with any port, or none: a proxy has its own
  bool takes_numbers = false;      // addresses in numbers, with any port
  bool is_secure = false;          // by TLS
};

struct SiteFacts {
  std::string version;
  std::string database;  // as it was named; empty: a temporary one
  Language language = Language::english;
};

/// What a site serves. All must outlive it.
struct SiteParts {
  NotebookThreads threads;
  ExerciseDesk& exercises;
  ClassState& state;
  std::shared_ptr<Notebook> notebook{};  // that answers whoever comes; null in a class
  std::shared_ptr<Student> reader{};     // who that is
  Classroom* classroom = nullptr;        // null: there is one notebook
  const TeacherKey* key = nullptr;       // of a class
  std::chrono::milliseconds wait_of_wrong_key{1'000};
};

class Site final : public HttpService {
 public:
  Site(SiteFacts facts, SiteParts parts) : facts_(std::move(facts)), parts_(std::move(parts)) {}

  /// Before the first request.
  void set_hosts(SiteHosts hosts) { hosts_ = std::move(hosts); }

  std::optional<HttpResponse> turn_away(const HttpRequest& head) override;
  void serve(HttpRequest request, Respond respond) override;

 private:
  /// Whom a message is from.
  struct Visit {
    std::string code;  // of a class
    std::shared_ptr<Notebook> notebook;
    std::shared_ptr<Student> student;
  };

  bool is_own_host(const std::string& host) const;
  bool is_own_origin(const HttpRequest& head) const;
  bool is_message(std::string_view target) const;
  std::optional<HttpResponse> turn_away_stranger(const HttpRequest& head) const;
  std::optional<HttpResponse> turn_away_wrong_key(const HttpRequest& head) const;
  HttpResponse unknown_code(const std::string& from) const;
  HttpResponse not_entered(Classroom::Visit::Outcome outcome, const std::string& from) const;
  void serve_message(HttpRequest request, const Respond& respond);
  void start_visit(const std::string& code, const std::string& from, const Respond& respond);
  Visit find_visit(const std::string& code) const;
  void ask(const Visit& visit, HttpRequest request, const Respond& respond) const;
  void ask(const Visit& visit, Notebook::Work work, const Respond& respond) const;
  Notebook::Work work_of(const std::string& target, const PageMessage& message, const Visit& visit) const;
  Notebook::Work answering(const PageMessage& message, const std::shared_ptr<Student>& student) const;
  std::string start(const Notebook& notebook, const Visit& visit) const;
  std::string class_state() const;

  // Of exercises (exercise_messages.cpp):
  const AnsweredExercise& exercise_of(const PageMessage& message) const;
  void hand_in(HttpRequest request, const Visit& visit, const Respond& respond) const;

  // Of a teacher (teacher_messages.cpp):
  void serve_teacher(const HttpRequest& request, const Respond& respond) const;
  /// Runs in one of the work threads.
  HttpResponse answer_teacher(const std::string& target, const PageMessage& message) const;

  const SiteFacts facts_;
  const SiteParts parts_;
  SiteHosts hosts_;
};

// Parts of several sources.

inline constexpr std::string_view kJson = "application/json";
HttpResponse fault(unsigned status, std::string text);
bool is_teachers(std::string_view target);

}  // namespace cellar
