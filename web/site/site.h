// What the address of a class answers: the files of the page, and messages.
//
// In:      requests. A message is a POST whose body is an object of JSON.
// Out:     GET / and the other files of page_files(). POST, each as JSON:
//            /start     {}                    what this is: version, database, the keyspace in use; in a class the code
//                                             word of the visitor, who without one begins an empty notebook
//            /answer    {"statement",         the Answer (docs/schema/answer.schema.json); its texts for people have so
//                        "language"?,         many columns; `beside` is 1 for a command that the page itself gives, which
//                        "columns"?,          the teacher does not see
//                        "beside"?}
//            /answers   {"statements",        {"answers":[...]}: the same for the first of the statements, at least for one. Writes
//                        "language"?,         that follow each other are answered, and become durable, together
//                        "columns"?}
//            /complete  {"text","cursor"}     what may come next; `cursor` is a byte of the text
//            /schema    {}                    its tables (web/notebook/schema_json.h)
//            /split     {"text"}              the statements of a text, with their places
//            /exercises {"language"?}         the exercises with the student's points; {"exercise"} opens one:
//            /exercise  {"exercise",          web/exercise/exercise_json.h says what is told of it
//                        "language"?}
//            /hint      {"exercise","task",   the next hint of a task, which the student has paid for then
//                        "language"?}
//            /hand_in   {"exercise","text",   the grade of an answer (web/exercise/exercise_service.h)
//                        "language"?}
//            /name      {"name"}              the name as it is kept
//            /class     {}                    {"phase","shown":{"number","text"},"is_kept"}: what the teacher has set for
//                                             all; whether the folder of the class has the student's record
//          In a class each message has the visitor's code word in its field Code-Word, and is about the database of
//          that visitor.
//          With the teacher's key in the field Teacher-Key, in a class (web/teacher/teacher_view.h):
//            /teacher/students {}             who is where, and what is missed most
//            /teacher/screen   {"number"}     what a student has run last
//            /teacher/show     {"text"}       shows a text to all; an empty one takes it away
//            /teacher/phase    {"phase"}      open, frozen, ended
//            /teacher/free     {"number"}     closes the database of a student who is away: another one can come
//            /teacher/marks    {}             the marks as CSV
//          What cannot be answered is {"fault"}: "database", "memory", "full" (no place is left), "soon" (many begin at
//          once), "busy" (too much of the sender waits), "frozen", "ended", "code".
// Refused: other targets (404) and methods (405); a Host that is not this server's (421), so that no name of a foreign
//          site leads here; the Origin or Sec-Fetch-Site of another site (403); another key than the teacher's (403,
//          after a while), and a code word that nobody was given (410, late if many were wrong); of all these the body
//          is not read. Bodies that are no such object or name something that there is not (400, 415); messages beyond
//          what may wait, and visitors who come too fast (429); statements and answers while the class is frozen (423);
//          visitors beyond those that may come, and what there is no memory for (503); what a database refuses that is
//          damaged or cannot be opened (500). No target and no message names a file.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "web/exercise/exercise_service.h"
#include "web/http/http_thread.h"
#include "web/notebook/classroom.h"
#include "web/notebook/notebook.h"
#include "web/site/page_message.h"
#include "web/site/site_hosts.h"
#include "web/student/class_state.h"
#include "web/teacher/teacher_key.h"

namespace cellar {

struct SiteFacts {
  std::string version;
  std::string database;  // as it was named; empty: a temporary one
  Language language = Language::english;
};

/// What a site serves. All must outlive it.
struct SiteParts {
  NotebookThreads threads;
  ExerciseService& exercises;
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
  struct Sender {
    std::string code;  // of a class
    std::shared_ptr<Notebook> notebook;
    std::shared_ptr<Student> student;
  };
  /// Reads a message, and returns the work that answers it.
  using Read = Notebook::Work (Site::*)(const PageMessage& message, const Sender& sender) const;
  /// Answers what is no work for a notebook.
  using Serve = void (Site::*)(HttpRequest request, const Sender& sender, const Respond& respond) const;
  struct Message {
    std::string_view target;
    Read read;
    Serve serve = nullptr;  // if there is nothing to read
    bool is_typed = false;  // by one who works, and whose notebook gives way to nobody from then on
    bool is_work = false;   // which is refused while the class is frozen
  };
  struct TeacherMessage {
    std::string_view target;
    /// Runs in one of the work threads.
    HttpResponse (Site::*answer)(const PageMessage& message) const;
  };

  static const Message* find_message(std::string_view target);
  /// Returns null for what is no message of a teacher, and where there is no class.
  const TeacherMessage* find_teacher_message(std::string_view target) const;

  bool is_own_origin(const HttpRequest& head) const;
  /// Throws ClassNotOpen.
  void check_open() const;
  HttpResponse unknown_host(const std::string& host) const;
  std::optional<HttpResponse> turn_away_stranger(const HttpRequest& head) const;
  std::optional<HttpResponse> turn_away_wrong_key(const HttpRequest& head) const;
  HttpResponse unknown_code(const std::string& from) const;
  HttpResponse not_entered(Classroom::Admission::Outcome outcome, const std::string& from) const;
  void serve_message(HttpRequest request, const Respond& respond);
  void start_visit(const std::string& code, const std::string& from, const Respond& respond);
  Sender find_sender(const std::string& code) const;
  void ask(const Sender& sender, Notebook::Work work, const Respond& respond) const;
  std::string start(const Notebook& notebook, const Sender& sender) const;
  /// The code of the program's: "en".
  std::string_view language() const;
  void class_state(HttpRequest request, const Sender& sender, const Respond& respond) const;

  // For a notebook (notebook_messages.cpp):
  Notebook::Work starting(const PageMessage& message, const Sender& sender) const;
  Notebook::Work answering(const PageMessage& message, const Sender& sender) const;
  Notebook::Work answering_run(const PageMessage& message, const Sender& sender) const;
  Notebook::Work completing(const PageMessage& message, const Sender& sender) const;
  Notebook::Work listing_schema(const PageMessage& message, const Sender& sender) const;
  Notebook::Work splitting(const PageMessage& message, const Sender& sender) const;
  Notebook::Work naming(const PageMessage& message, const Sender& sender) const;

  // Of exercises (exercise_messages.cpp):
  const SpokenExercise& exercise_of(const PageMessage& message) const;
  Language language_of(const PageMessage& message) const;
  Notebook::Work listing_exercises(const PageMessage& message, const Sender& sender) const;
  Notebook::Work opening_exercise(const PageMessage& message, const Sender& sender) const;
  Notebook::Work hinting(const PageMessage& message, const Sender& sender) const;
  void hand_in(HttpRequest request, const Sender& sender, const Respond& respond) const;

  // Of a teacher (teacher_messages.cpp):
  void serve_teacher(const TeacherMessage& message, HttpRequest request, const Respond& respond) const;
  HttpResponse list_students(const PageMessage& message) const;
  HttpResponse show_screen(const PageMessage& message) const;
  HttpResponse show_to_all(const PageMessage& message) const;
  HttpResponse set_phase(const PageMessage& message) const;
  HttpResponse free_place(const PageMessage& message) const;
  HttpResponse save_marks(const PageMessage& message) const;

  const SiteFacts facts_;
  const SiteParts parts_;
  SiteHosts hosts_;
};

}  // namespace cellar
