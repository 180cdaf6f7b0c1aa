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
      [&](Notebook::Result result) { answered.set_value(NotebookWorld::text_of(std::move(result))); });
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
      [&](Notebook::Result result) { order += NotebookWorld::text_of(std::move(result)); });
  began.get_future().wait();
  std::string refused;
  for (const char* const name : {"1", "2", "3", "4", "5"})
    world.notebook->ask([name](Notebook&) { return std::string(name); },
                        [&](Notebook::Result result) {
                          const std::string text = NotebookWorld::text_of(std::move(result));
                          (text == "<busy>" ? refused : order) += text;
                          if (order.size() == 4) last.set_value();
                        });
  CHECK(refused == "<busy><busy>");
  go_on.set_value();
  last.get_future().wait();
  CHECK(order == "0123");
}

TEST_CASE("who asked is told why there is no answer, and the next one is answered") {
  NotebookWorld world(never);
  const auto fault_of = [&](const Notebook::Work& work) {
    std::promise<std::string> answered;
    world.notebook->ask(work, [&](Notebook::Result result) {
      answered.set_value(NotebookWorld::text_of(std::move(result)));
    });
    return answered.get_future().get();
  };
  CHECK(fault_of([](Notebook&) -> std::string { throw std::bad_alloc(); }) == "<memory>");
  CHECK(fault_of([](Notebook&) -> std::string {
          refuse("file_damaged", {}, {{"path", "a file"}});
        }) == "<failed>");
  CHECK(world.ask("HELP")["outcome"] == "done");
}

TEST_CASE("a notebook whose time cannot be bounded, since there is no memory, goes on with the next work") {
  int refused = 0;
  NotebookWorld world([&](std::chrono::milliseconds, const std::function<void()>&) {
    if (refused++ == 0) throw std::bad_alloc();
  });
  std::promise<std::string> answered;
  std::future<std::string> answer = answered.get_future();
  bool has_run = false;
  world.notebook->ask(
      [&](Notebook&) {
        has_run = true;
        return std::string();
      },
      [&](Notebook::Result result) { answered.set_value(NotebookWorld::text_of(std::move(result))); });
  CHECK(answer.get() == "<memory>");
  CHECK_FALSE(has_run);
  CHECK(world.ask("HELP")["outcome"] == "done");
}

/// Wherever memory is refused while work is asked, the next one is answered.
TEST_CASE("a notebook that could not be asked, since there is no memory, can be asked again") {
  NotebookWorld world(never);
  world.ask("HELP");  // there are threads
  const auto pool = std::make_shared<MemoryPool>(std::size_t{1} << 30);
  int refused = 0, taken = 0;
  for (std::size_t bytes = 0; taken == 0; bytes += 8) {
    std::atomic<bool> is_answered = false;
    const Notebook::Work work = [](Notebook&) { return std::string(); };
    Notebook::Done done = [&](const Notebook::Result&) { is_answered = true; };
    {
      MemoryAccount account(pool, bytes);
      const CountedWork counted({&account});
      try {
        world.notebook->ask(work, std::move(done));
      } catch (const std::bad_alloc&) {
      }
      if (account.has_refused())
        ++refused;
      else
        ++taken;
    }
    while (taken > 0 && !is_answered) std::this_thread::yield();
    std::promise<void> next;
    world.notebook->ask([](Notebook&) { return std::string(); },
                        [&](const Notebook::Result&) { next.set_value(); });
    REQUIRE(next.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  }
  CHECK(refused > 10);
}

TEST_CASE("threads that stop wait for what runs no longer than they may, and run nothing else") {
  WorkThreads work;
  std::promise<void> began, go_on;
  work.run([&] {
    began.set_value();
    go_on.get_future().wait();
  });
  began.get_future().wait();
  CHECK_FALSE(work.stop(std::chrono::milliseconds(1)));
  bool has_run = false;
  work.run([&] { has_run = true; });
  go_on.set_value();
  CHECK(work.stop(std::chrono::seconds(20)));
  work.end();
  CHECK_FALSE(has_run);
}

TEST_CASE("a task that throws ends no thread") {
  WorkThreads work;
  std::promise<void> next;
  work.run([] { throw std::bad_alloc(); });
  work.run([&] { next.set_value(); });
  next.get_future().wait();
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

TEST_CASE("a notebook that has ended runs nothing, and says so") {
  NotebookWorld world(never);
  std::promise<void> began, go_on;
  std::promise<std::string> waiting, late;
  world.notebook->ask(
      [&](Notebook&) {
        began.set_value();
        go_on.get_future().wait();
        return std::string();
      },
      [](const Notebook::Result&) {});
  began.get_future().wait();
  bool has_run = false;
  const Notebook::Work work = [&](Notebook&) {
    has_run = true;
    return std::string();
  };
  const auto tell = [](std::promise<std::string>& promise) {
    return [&](Notebook::Result result) { promise.set_value(NotebookWorld::text_of(std::move(result))); };
  };
  world.notebook->ask(work, tell(waiting));
  world.notebook->end();
  world.notebook->ask(work, tell(late));
  CHECK(late.get_future().get() == "<ended>");
  go_on.set_value();
  CHECK(waiting.get_future().get() == "<ended>");
  CHECK_FALSE(has_run);
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
        [](const Notebook::Result&) {});
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
      [&](const Notebook::Result&) { computed.set_value(); });
  computed.get_future().wait();
  std::promise<bool> behind;
  world.notebook->ask([](Notebook&) { return std::string(has_low_thread_priority() ? "behind" : "usual"); },
                      [&](Notebook::Result result) {
                        behind.set_value(NotebookWorld::text_of(std::move(result)) == "behind");
                      });
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
        WorkThreads::Lane::low_priority);
  std::promise<void> ran;
  world.work.run([&] { ran.set_value(); });
  ran.get_future().wait();
  CHECK(ended == 0);
  go_on.set_value();
  while (ended < kMany) std::this_thread::yield();
}
