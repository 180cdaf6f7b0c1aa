// The notebook of one person: its turns, its time, its end.
#include "web/notebook/notebook.h"

#include <catch2/catch.hpp>
#include <future>
#include <nlohmann/json.hpp>

using namespace cellar;
using nlohmann::json;

namespace {

/// A notebook whose time is over when `call_after` says so.
struct NotebookWorld {
  using CallAfter = std::function<void(std::chrono::milliseconds, std::function<void()>)>;
  explicit NotebookWorld(CallAfter call_after, const NotebookLimits& limits = {})
      : notebook(std::make_shared<Notebook>(
            NotebookThreads{work, std::move(call_after)}, database, clock, limits,
            NotebookLessons{lesson_files(), std::make_shared<Student>(StudentRecord())})) {}

  json ask(const std::string& statement) {
    std::promise<std::string> promise;
    REQUIRE(notebook->ask([&](Notebook& asked) { return asked.answer(statement); },
                          [&](std::optional<std::string> text) { promise.set_value(text.value()); }));
    return json::parse(promise.get_future().get());
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
  Database database = Database::open_temporary({.sync = false});
  WorkThreads work;
  std::shared_ptr<Notebook> notebook;
};

void never(std::chrono::milliseconds, const std::function<void()>&) {}

}  // namespace

TEST_CASE("a statement whose time is over is refused, says so, and the next one runs") {
  bool is_over = true;
  NotebookWorld world([&](std::chrono::milliseconds time, const std::function<void()>& stop) {
    CHECK(time == std::chrono::milliseconds(2'000));
    if (is_over) stop();
  });
  world.load(20'000);
  for (const char* const statement :
       {"SELECT count(*) FROM k.many WHERE v = 'x' ALLOW FILTERING", "CELLS k.many", "DUMP",
        "SELECT c FROM k.many WHERE v = 'x' ALLOW FILTERING", "HISTOGRAM k.many",
        "CHEBOTKO QUERIES 'SELECT * FROM k.many WHERE p = ?'"}) {
    INFO(statement);
    const json late = world.ask(statement);
    CHECK(late["outcome"] == "refused");
    CHECK(late["refusal"]["code"] == "E506");
    CHECK(late["refusal"]["title"] == "the statement was ended after 2 seconds");
  }
  is_over = false;
  CHECK(world.ask("SELECT count(*) FROM k.many WHERE p = 1")["rows"] == json::parse("[[20000]]"));
}

TEST_CASE("the time of a statement that has ended ends no other one") {
  std::vector<std::function<void()>> stops;
  NotebookWorld world(
      [&](std::chrono::milliseconds, std::function<void()> stop) { stops.push_back(std::move(stop)); });
  world.load(10);
  world.ask("SELECT * FROM k.many WHERE p = 1");
  std::promise<void> began, go_on;
  std::promise<std::string> answered;
  world.notebook->ask(
      [&](Notebook& notebook) {
        began.set_value();
        go_on.get_future().wait();
        return notebook.answer("SELECT count(*) FROM k.many WHERE p = 1");
      },
      [&](std::optional<std::string> text) { answered.set_value(text.value()); });
  began.get_future().wait();
  stops.front()();
  go_on.set_value();
  CHECK(json::parse(answered.get_future().get())["rows"] == json::parse("[[10]]"));
}

TEST_CASE("work is done in its order, as far as it may wait") {
  NotebookLimits limits;
  limits.waiting = 3;
  NotebookWorld world(never, limits);
  std::promise<void> began, go_on;
  std::string order;
  std::promise<void> last;
  world.notebook->ask(
      [&](Notebook&) {
        began.set_value();
        go_on.get_future().wait();
        return std::string("0");
      },
      [&](std::optional<std::string> text) { order += text.value(); });
  began.get_future().wait();
  int taken = 0;
  for (const char* const name : {"1", "2", "3", "4", "5"})
    taken += world.notebook->ask([name](Notebook&) { return std::string(name); },
                                 [&](std::optional<std::string> text) {
                                   order += text.value();
                                   if (order.size() == 4) last.set_value();
                                 })
                 ? 1
                 : 0;
  CHECK(taken == 3);
  go_on.set_value();
  last.get_future().wait();
  CHECK(order == "0123");
}

TEST_CASE("what the page is told when memory is used up is that there is no answer") {
  NotebookWorld world(never);
  std::promise<bool> answered;
  world.notebook->ask([](Notebook&) -> std::string { throw std::bad_alloc(); },
                      [&](const std::optional<std::string>& text) { answered.set_value(text.has_value()); });
  CHECK_FALSE(answered.get_future().get());
  CHECK(world.ask("HELP")["outcome"] == "done");
}

TEST_CASE("lessons are played, in a database of their own") {
  NotebookWorld world(never);
  world.load(10);
  const json list = world.ask("LEARN")["document"]["lessons"];
  REQUIRE(list.size() >= 3);
  CHECK(list[0]["lesson"] == "L1");
  CHECK(list[0]["done"] == 0);
  const json first = world.ask("LEARN L1");
  CHECK(first["document"]["step"] == 1);
  CHECK(world.ask("SELECT * FROM k.many WHERE p = 1")["outcome"] == "refused");
  CHECK(world.ask("SKIP")["outcome"] == "done");
  CHECK(world.ask("NEXT")["document"]["step"] == 2);
  CHECK(world.ask("LEARN OFF")["outcome"] == "done");
  CHECK(world.ask("SELECT count(*) FROM k.many WHERE p = 1")["rows"] == json::parse("[[10]]"));
}

TEST_CASE("a notebook that has ended runs nothing") {
  NotebookWorld world(never);
  world.notebook->end();
  CHECK_FALSE(
      world.notebook->ask([](Notebook&) { return std::string(); }, [](const std::optional<std::string>&) {}));
}
