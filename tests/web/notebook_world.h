// A notebook without a page, in this process.
#pragma once

#include <catch2/catch.hpp>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "web/notebook/notebook.h"
#include "web/student/student.h"

namespace cellar::test {

/// A notebook whose time is over when `call_after` says so.
struct NotebookWorld {
  using CallAfter = std::function<void(std::chrono::milliseconds, std::function<void()>)>;
  explicit NotebookWorld(CallAfter call_after, const NotebookLimits& limits = {},
                         const StoreOptions& store = {.sync = false})
      : database(Database::open_temporary(store)),
        notebook(std::make_shared<Notebook>(
            NotebookThreads{work, std::move(call_after), memory}, database, clock, limits,
            NotebookLessons{lesson_files(), std::make_shared<Student>(StudentRecord())})) {}

  nlohmann::json ask(const std::string& statement) {
    std::promise<std::string> promise;
    notebook->ask([&](Notebook& asked) { return asked.answer(statement); },
                  [&](Notebook::Result result) { promise.set_value(text_of(std::move(result))); });
    return nlohmann::json::parse(promise.get_future().get());
  }
  /// What is no text is the kind of its exception, in angle brackets.
  static std::string text_of(Notebook::Result result) {
    if (const auto* const text = std::get_if<std::string>(&result)) return *text;
    try {
      std::rethrow_exception(std::get<std::exception_ptr>(result));
    } catch (const NotebookBusy&) {
      return "<busy>";
    } catch (const NotebookEnded&) {
      return "<ended>";
    } catch (const NotebookFailed&) {
      return "<failed>";
    } catch (const std::bad_alloc&) {
      return "<memory>";
    }
  }
  void load(int rows) {
    Session loader(database);
    loader.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    loader.execute("CREATE TABLE k.many (p int, c int, v text, PRIMARY KEY (p, c))");
    const Prepared insert = loader.prepare("INSERT INTO k.many (p, c, v) VALUES (1, ?, 'v')");
    loader.begin_group();
    for (int row = 0; row < rows; ++row) loader.execute(insert, row);
    loader.commit_group();
  }

  std::shared_ptr<LessonClock> clock = std::make_shared<LessonClock>();
  Database database;
  WorkThreads work;
  std::shared_ptr<MemoryPool> memory = std::make_shared<MemoryPool>(std::size_t{1} << 30);
  std::shared_ptr<Notebook> notebook;
};

inline void never(std::chrono::milliseconds, const std::function<void()>&) {}

}  // namespace cellar::test
