// What one person types in the page, and the database that answers.
//
// In:      a database and its clock; work for the console, in any thread.
// Out:     texts of JSON: answers, completions. Work runs in the threads of the class, one after another.
// Refused: work beyond what may wait. A statement that takes longer than it may is refused (E506), and so is what names a
//          file of this machine (E600), and what would need more memory than there is (E536).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "shell/check/lesson/lesson_player.h"
#include "shell/connection/database_connection.h"
#include "shell/console/answer_json.h"
#include "shell/console/console.h"
#include "web/notebook/work_threads.h"
#include "web/student/student.h"

namespace cellar {

struct NotebookLimits {
  std::chrono::milliseconds statement{2'000};
  std::size_t waiting = 16;                        // that is asked and not answered
  std::size_t lesson_map = std::size_t{32} << 20;  // bytes of the database of a lesson
  AnswerBounds answer{
      .rows = 500, .text = std::size_t{512} << 10, .row_bytes = std::size_t{2} << 20, .interruption = {}};
};

/// The lessons that a notebook plays, and who is told how far they have come.
struct NotebookLessons {
  std::span<const LessonFile> files;  // must outlive it
  std::shared_ptr<LessonProgress> progress;
};

/// What all notebooks of a program share. All must outlive them.
struct NotebookThreads {
  WorkThreads& work;
  /// Calls a function after a time; it must not wait.
  std::function<void(std::chrono::milliseconds, std::function<void()>)> call_after;
};

/// Refuses what refuse_boundless() refuses, before it is planned.
class BoundedConnection final : public DatabaseConnection {
 public:
  using DatabaseConnection::DatabaseConnection;
  using DatabaseConnection::execute;

  Result execute(std::string_view statement) override;
  Reply attempt(std::string_view statement) override;
  Prepared prepare(std::string_view statement) override;

 private:
  void check(std::string_view statement) const;
};

class Notebook : public std::enable_shared_from_this<Notebook> {
 public:
  /// `clock` is that of the database.
  Notebook(NotebookThreads threads, const Database& database, std::shared_ptr<LessonClock> clock,
           const NotebookLimits& limits, NotebookLessons lessons);

  using Work = std::function<std::string(Notebook&)>;
  /// Gets what the work has returned; nothing if memory was used up, or the notebook has ended before.
  using Done = std::function<void(std::optional<std::string>)>;
  /// Returns false, and does nothing, if too much waits already.
  bool ask(Work work, Done done);
  /// Ends the statement that runs, and those that come.
  void end();

  // For the work:
  void set_language(Language language);
  /// How wide texts for people are.
  void set_columns(std::size_t columns);
  /// `facts`: are filled, if somebody asks for them.
  std::string answer(const std::string& statement, AnswerFacts* facts = nullptr);
  LessonPlace lesson_place() const;
  /// {"begin":7,"candidates":[{"text":"posts","note":"","blank_follows":false}]}, where 7 is a byte of the text.
  std::string complete(const std::string& text, std::size_t cursor);
  /// As schema_json() says.
  std::string schema() const;
  const std::string& keyspace() const { return connection_.keyspace(); }
  const ShellSettings& settings() const { return settings_; }

 private:
  struct Asked {
    Work work;
    Done done;
  };

  void run_next();
  void stop_work(std::uint64_t number);

  const NotebookThreads threads_;
  const NotebookLimits limits_;
  std::atomic<int> stop_ = 0;
  ShellSettings settings_;
  BoundedConnection connection_;
  KeptOutput output_;
  Console console_;
  const std::shared_ptr<LessonProgress> progress_;
  LessonPlayer lessons_;

  std::mutex mutex_;  // guards the members below
  std::deque<Asked> asked_;
  std::uint64_t number_ = 0;  // of the work that runs, or has run last
  bool is_running_ = false;
  bool has_ended_ = false;
};

}  // namespace cellar
