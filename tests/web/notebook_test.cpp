// The notebook of one person: its turns, its time, its end.
#include "notebook_world.h"
#include "storage/system/thread_scheduling.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

TEST_CASE("a statement whose time is over is refused, says so, and the next one runs") {
  bool is_over = true;
  NotebookWorld world([&](std::chrono::milliseconds time, const std::function<void()>& stop) {
    if (is_over && time == std::chrono::milliseconds(2'000)) stop();
  });
  world.load(20'000);
  {
    Session session(world.database);
    session.execute("CREATE TABLE k.numbers (p int PRIMARY KEY, v varint)");
    session.execute("INSERT INTO k.numbers (p, v) VALUES (1, " + std::string(70'000, '9') + ")");
  }
  for (const char* const statement :
       {"SELECT count(*) FROM k.many WHERE v = 'x' ALLOW FILTERING", "CELLS k.many", "DUMP", "LINT",
        "SELECT v + v FROM k.numbers WHERE p = 1", "SELECT v FROM k.numbers WHERE p = 1",
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
  NotebookWorld world([&](std::chrono::milliseconds time, std::function<void()> stop) {
    if (time == std::chrono::milliseconds(2'000)) stops.push_back(std::move(stop));
  });
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

TEST_CASE("a statement that takes long gives way from then on, and the next one of others does not") {
  NotebookWorld world([](std::chrono::milliseconds time, const std::function<void()>& function) {
    if (time == std::chrono::milliseconds(200)) function();
  });
  const auto has_low_priority = [&] {
    std::promise<bool> answered;
    world.notebook->ask(
        [&](Notebook&) {
          answered.set_value(has_low_thread_priority());
          return std::string();
        },
        [](const std::optional<std::string>&) {});
    return answered.get_future().get();
  };
  CHECK(has_low_priority());
  std::promise<bool> next;
  world.work.run([&] { next.set_value(has_low_thread_priority()); });
  CHECK_FALSE(next.get_future().get());
}

TEST_CASE(
    "a notebook that has computed much lately comes behind, and those behind keep no thread from the "
    "others") {
  NotebookWorld world(never);
  std::promise<void> computed;
  world.notebook->ask(
      [](Notebook&) {
        while (thread_processor_time() < std::chrono::milliseconds(700)) {
        }
        return std::string();
      },
      [&](const std::optional<std::string>&) { computed.set_value(); });
  computed.get_future().wait();
  std::promise<bool> behind;
  world.notebook->ask([](Notebook&) { return std::string(has_low_thread_priority() ? "behind" : "usual"); },
                      [&](std::optional<std::string> text) { behind.set_value(text == "behind"); });
  CHECK(behind.get_future().get());

  std::promise<void> go_on;
  const std::shared_future<void> gone_on = go_on.get_future().share();
  std::atomic<int> ended = 0;
  constexpr int kMany = 100;
  for (int task = 0; task < kMany; ++task)
    world.work.run(
        [&, gone_on] {
          gone_on.wait();
          ++ended;
        },
        WorkThreads::Lane::behind);
  std::promise<void> ran;
  world.work.run([&] { ran.set_value(); });
  ran.get_future().wait();
  CHECK(ended == 0);
  go_on.set_value();
  while (ended < kMany) std::this_thread::yield();
}
