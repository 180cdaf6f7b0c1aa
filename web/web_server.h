// The page of `cellar class`: a notebook in a browser, or one for each student of a class.
//
// In:      a database with its clock, or how many may come; an address; perhaps what TLS begins with.
// Out:     the page, and answers to what is typed there. All threads of it run within the server.
// Refused: addresses that are none or are in use; of one database that all share, those that other machines can reach
//          (E532).
//
//     WebServer server(database, clock, {.address = {"127.0.0.1", 8048}});
//     wait_for_a_signal();
//     server.stop(std::chrono::seconds(2));
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "web/http/http_thread.h"
#include "web/http/server_tls.h"
#include "web/notebook/classroom.h"
#include "web/notebook/notebook.h"
#include "web/notebook/work_threads.h"
#include "web/site/site.h"

namespace cellar {

struct WebOptions {
  HttpAddress address;
  SiteFacts facts{};
  HttpLimits http{};
  std::shared_ptr<const ServerTls> tls{};  // null: in the clear
  NotebookLimits notebook{};
  ClassroomOptions classroom{};                          // of a class
  std::span<const LessonFile> lessons = lesson_files();  // must outlive the server
  std::vector<SpokenExercise> exercises = shipped_exercises();
  GradingLimits grading{};
  std::chrono::milliseconds wait_of_wrong_key{1'000};
  std::vector<std::string>
      names{};  // by which browsers may call the server of a class, besides its addresses
};

class WebServer {
 public:
  /// Listens on return. `clock` is that of the database.
  WebServer(const Database& database, std::shared_ptr<LessonClock> clock, WebOptions options);
  /// The page of a class.
  explicit WebServer(WebOptions options);
  /// Stops at once.
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  /// Where the page is: "http://127.0.0.1:8048/". If it listens at all addresses, each of them in turn.
  const std::vector<std::string>& addresses() const { return addresses_; }
  const std::string& address() const { return addresses_.front(); }
  /// It does not listen at a loopback address.
  bool is_reached_by_others() const { return is_reached_by_others_; }
  /// Of a class; a page shows it as the fragment of its address.
  const std::string& teacher_key() const { return key_.text(); }
  /// Serves nobody else, and waits until those who are served have their answers, or the time is over. Asks the
  /// statements that run then to end. Returns false if one has not ended a second later: the destructor waits for it.
  bool stop(std::chrono::milliseconds patience);
  /// Null: there is one notebook.
  const Classroom* classroom() const { return classroom_.get(); }
  /// Records of students that cannot be read and were set aside.
  std::vector<std::filesystem::path> damaged_records() const;

 private:
  NotebookThreads threads();
  void listen(const HttpAddress& address, const WebOptions& options);

  const std::shared_ptr<MemoryPool> memory_;
  std::unique_ptr<HttpThread> http_;  // outlives the notebooks, whose answers it sends
  WorkThreads work_;
  const TeacherKey key_;
  ClassState state_;
  ExerciseService exercises_;
  std::shared_ptr<Notebook> notebook_;    // null in a class
  std::unique_ptr<Classroom> classroom_;  // null: there is one notebook
  std::unique_ptr<Site> site_;
  std::vector<std::string> addresses_;
  bool is_reached_by_others_ = false;
};

}  // namespace cellar
