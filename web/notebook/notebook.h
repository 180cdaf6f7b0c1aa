// What one person types in the page, and the database that answers.
//
// In:      a database and its clock; work for the console, in any thread.
// Out:     texts of JSON: answers, completions. Work runs in the threads of the class, one after another.
// Refused: work beyond what may wait (NotebookBusy), or that comes after the end (NotebookEnded). A statement that takes
//          longer than it may is refused (E506), and so is what names a file of this machine (E600), and what would take
//          more memory than a notebook may have (E536).
//
// Notebooks take turns. One that has computed much lately comes behind those that have not.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "refusal/memory_account.h"
#include "shell/check/lesson/lesson_player.h"
#include "shell/console/answer_json.h"
#include "shell/console/console.h"
#include "web/notebook/bounded_connection.h"
#include "web/notebook/work_threads.h"
#include "web/student/student.h"

namespace cellar {

struct NotebookLimits {
  std::chrono::milliseconds statement{2'000};
  /// What does not look at its time gets so much more, and no memory from then on.
  std::chrono::milliseconds grace{250};
  /// A statement that computes for longer gives way to others from then on.
  std::chrono::milliseconds until_low_priority{200};
  /// A person types a statement once, so a plan that is kept for the next one of its shape takes memory for little.
  StatementPath path = StatementPath::general;
  /// The answers of a run are handed over after so much time, or so many bytes.
  std::chrono::milliseconds run{50};
  std::size_t run_bytes = std::size_t{256} << 10;
  std::size_t waiting = 16;                        // that is asked and not answered
  std::size_t lesson_map = std::size_t{32} << 20;  // bytes of the database of a lesson
  std::size_t memory = std::size_t{64} << 20;      // bytes that it may hold while a statement runs
  std::size_t kept = std::size_t{24} << 20;        // bytes that it may hold between two statements
  AnswerBounds answer{.rows = 500,
                      .text = std::size_t{512} << 10,
                      .row_bytes = std::size_t{2} << 20,
                      .interruption = {},
                      .exhaustion = {},
                      .file_name = {}};
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
  std::shared_ptr<MemoryPool> memory;
};

/// What a statement was answered, and when.
struct AnsweredStatement {
  std::string answer;
  AnswerFacts facts;
  std::chrono::milliseconds took{0};
  ClassTime at;
};

/// Too much waits for an answer already.
class NotebookBusy : public std::exception {};
/// It takes nothing any more.
class NotebookEnded : public std::exception {};
/// The database has refused what it never refuses while its file is sound.
class NotebookFailed : public std::exception {};

class Notebook : public std::enable_shared_from_this<Notebook> {
 public:
  /// `clock` is that of the database.
  Notebook(NotebookThreads threads, const Database& database, std::shared_ptr<LessonClock> clock,
           const NotebookLimits& limits, NotebookLessons lessons);

  using Work = std::function<std::string(Notebook&)>;
  /// What work has returned or thrown; std::bad_alloc also for what was refused memory in another way.
  using Result = std::variant<std::string, std::exception_ptr>;
  using Done = std::function<void(Result)>;
  /// `done` is called once, in any thread; not at all if there is no memory even for that.
  void ask(Work work, Done done);
  /// Ends the statement that runs, and takes no other one.
  void end();
  /// Nothing was typed here yet.
  bool is_untouched() const { return !is_touched_; }
  void touch() { is_touched_ = true; }

  // For the work:
  void set_language(Language language);
  /// How wide texts for people are.
  void set_columns(std::size_t columns);
  /// `facts`: are filled, if somebody asks for them.
  std::string answer(const std::string& statement, AnswerFacts* facts = nullptr);
  AnsweredStatement answer_timed(const std::string& statement);
  /// Answers the first of the statements, at least one, each with its own time and memory. Writes that follow each other become
  /// durable together, before this returns; if that is refused, they run again, each for itself. Any other statement is alone.
  std::vector<AnsweredStatement> answer_run(std::span<const std::string> statements);
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
    std::uint64_t number = 0;  // once it runs
  };

  void queue();
  void run_next();
  Asked begin_work();
  Result run_in_time(const Asked& asked);
  void bound_time(std::uint64_t number);
  Result run(const Work& work);
  std::exception_ptr caught() const;
  void note_time(std::chrono::microseconds used);
  /// Calls a function after a time, if the same work still runs then. The function has the lock.
  void while_it_runs(std::chrono::milliseconds time, std::uint64_t number, std::function<void()> function);
  void forget();

  // Of a run (notebook_run.cpp):
  struct Run;
  void begin_statement();
  bool answer_next(Run& run);
  bool may_group() const;
  bool answer_together(Run& run);

  const NotebookThreads threads_;
  const NotebookLimits limits_;
  MemoryAccount account_;  // of all that is below
  std::atomic<int> stop_ = 0;
  ShellSettings settings_;
  BoundedConnection connection_;
  KeptOutput output_;
  Console console_;
  const std::shared_ptr<LessonProgress> progress_;
  LessonPlayer lessons_;
  bool has_forgotten_ = false;  // and has not said so
  std::atomic<bool> is_touched_ = false;

  std::mutex mutex_;                   // guards the members below
  std::chrono::microseconds used_{0};  // lately, of a processor
  std::chrono::steady_clock::time_point used_at_;
  std::list<Asked> asked_;
  std::uint64_t number_ = 0;  // of the work that runs, or has run last
  bool is_running_ = false;
  bool has_ended_ = false;
};

}  // namespace cellar
