// Statements of a run: which are answered together, what is durable then, and whose the time and the refusals are.
#include <fmt/format.h>

#include <algorithm>

#include "notebook_world.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

std::string insert(int c, std::string_view value = "v") {
  return fmt::format("INSERT INTO k.many (p, c, v) VALUES (2, {}, '{}')", c, value);
}

std::vector<std::string> inserts(int begin, int count) {
  std::vector<std::string> statements;
  for (int c = begin; c < begin + count; ++c) statements.push_back(insert(c));
  return statements;
}

/// What one message answers.
std::vector<json> run(NotebookWorld& world, const std::vector<std::string>& statements) {
  std::vector<json> answers;
  std::promise<std::string> done;
  world.notebook->ask(
      [&](Notebook& asked) {
        for (const AnsweredStatement& each : asked.answer_run(statements))
          answers.push_back(json::parse(each.answer));
        return std::string("done");
      },
      [&](Notebook::Result result) { done.set_value(NotebookWorld::text_of(std::move(result))); });
  CHECK(done.get_future().get() == "done");
  return answers;
}

bool all_done(const std::vector<json>& answers) {
  return std::ranges::all_of(answers, [](const json& answer) { return answer["outcome"] == "done"; });
}

/// As another session finds them, which sees nothing of an open group.
std::size_t rows_of(NotebookWorld& world) {
  Session session(world.database);
  Result rows = session.execute("SELECT c FROM k.many WHERE p = 2");
  std::size_t count = 0;
  while (rows.next() != nullptr) ++count;
  return count;
}

NotebookLimits with_time(NotebookLimits limits = {}) {
  limits.run = std::chrono::hours(1);
  return limits;
}

}  // namespace

TEST_CASE("writes that follow each other are answered with one message, and are durable then") {
  NotebookWorld world(never, with_time());
  world.load(1);
  std::vector<std::string> statements = inserts(0, 30);
  statements.insert(statements.begin() + 10, "UPDATE k.many SET v = 'w' WHERE p = 2 AND c = 3");
  statements.insert(statements.begin() + 20, "DELETE FROM k.many WHERE p = 2 AND c = 4");
  statements.push_back("BEGIN BATCH " + insert(40) + "; APPLY BATCH");
  const std::vector<json> answers = run(world, statements);
  CHECK(answers.size() == 33);
  CHECK(all_done(answers));
  CHECK(rows_of(world) == 30);
}

TEST_CASE("what is no write is alone, so that nothing that is done waits for it") {
  NotebookWorld world(never, with_time());
  world.load(1);
  CHECK(run(world, {insert(1), insert(2), "SELECT c FROM k.many WHERE p = 2", insert(3)}).size() == 2);
  CHECK(run(world, {"SELECT c FROM k.many WHERE p = 2", insert(3)}).size() == 1);
  for (const char* const alone :
       {"HELP", "CREATE TABLE k.others (p int PRIMARY KEY)", "LEARN L1", "LEARN OFF", "nonsense", ""}) {
    INFO(alone);
    CHECK(run(world, {insert(4), alone, insert(5)}).size() == 1);
    CHECK(run(world, {alone, insert(5)}).size() == 1);
  }
}

TEST_CASE("a write of a run that is refused leaves the others, and one that is conditional sees them") {
  NotebookWorld world(never, with_time());
  world.load(1);
  const std::vector<json> answers =
      run(world, {insert(1), "INSERT INTO k.many (p, v) VALUES (2, 'w')", insert(2),
                  "INSERT INTO k.many (p, c, v) VALUES (2, 1, 'x') IF NOT EXISTS",
                  "INSERT INTO k.missing (p) VALUES (1)", insert(3)});
  REQUIRE(answers.size() == 6);
  CHECK(answers[1]["outcome"] == "refused");
  CHECK(answers[3]["rows"][0][0] == false);
  CHECK(answers[4]["outcome"] == "refused");
  CHECK(all_done({answers[0], answers[2], answers[5]}));
  CHECK(rows_of(world) == 3);
}

TEST_CASE("a run is answered when its time is over, or its answers are long") {
  NotebookLimits limits;
  limits.run = std::chrono::milliseconds(0);
  NotebookWorld slow(never, limits);
  slow.load(1);
  CHECK(run(slow, inserts(0, 10)).size() == 1);
  limits = with_time();
  limits.run_bytes = 1'000;
  NotebookWorld bounded(never, limits);
  bounded.load(1);
  const std::size_t answered = run(bounded, inserts(0, 50)).size();
  CHECK(answered > 1);
  CHECK(answered < 50);
  CHECK(rows_of(bounded) == answered);
}

TEST_CASE("each statement of a run has the time of its own, and one whose time is over leaves the others") {
  int begun = 0;
  NotebookWorld world(
      [&](std::chrono::milliseconds time, const std::function<void()>& stop) {
        if (time == std::chrono::milliseconds(2'000) && ++begun == 3) stop();
      },
      with_time());
  world.load(20'000);
  const std::string endless = "UPDATE k.many SET v = 'w' WHERE p = 3 AND c IN (" + [] {
    std::string numbers = "0";
    for (int c = 1; c < 20'000; ++c) numbers += "," + std::to_string(c);
    return numbers;
  }() + ")";
  const std::vector<json> answers = run(world, {insert(1), insert(2), endless, insert(3)});
  REQUIRE(answers.size() == 4);
  CHECK(answers[2]["refusal"]["code"] == "E506");
  CHECK(all_done({answers[0], answers[1], answers[3]}));
  CHECK(rows_of(world) == 3);
  CHECK(begun == 5);  // with the commit
  Session session(world.database);
  CHECK(session.execute("SELECT c FROM k.many WHERE p = 3").next() == nullptr);
}

TEST_CASE("when the writes of a run cannot become durable together, each runs for itself, and none twice") {
  NotebookWorld world(never, with_time(), {.sync = false, .map_size = std::size_t{4} << 20});
  world.load(1);
  {
    Session session(world.database);
    session.execute("CREATE TABLE k.counts (p int PRIMARY KEY, n counter)");
  }
  std::vector<std::string> statements;
  for (int c = 0; c < 60; ++c) {
    statements.push_back("UPDATE k.counts SET n = n + 1 WHERE p = 1");
    statements.push_back(insert(c, std::string(100'000, 'x')));
  }
  std::size_t done = 0;
  json last;
  for (std::size_t begin = 0; begin < statements.size() && last["outcome"] != "broken";) {
    const std::vector<json> answers =
        run(world, {statements.begin() + static_cast<std::ptrdiff_t>(begin), statements.end()});
    REQUIRE_FALSE(answers.empty());
    begin += answers.size();
    done += static_cast<std::size_t>(
        std::ranges::count_if(answers, [](const json& answer) { return answer["outcome"] == "done"; }));
    last = answers.back();
  }
  CHECK(last["refusal"]["code"] == "E505");
  CHECK(done > 10);
  CHECK(done < 100);
  CHECK(rows_of(world) == done / 2);
  CHECK(world.ask("SELECT n FROM k.counts WHERE p = 1")["rows"][0][0] == (done + 1) / 2);
}

TEST_CASE(
    "in a lesson each write is looked at by itself, and so it is where a trace or the timeline is shown") {
  NotebookWorld world(never, with_time());
  world.load(1);
  world.ask("TRACING ON");
  const std::vector<json> traced = run(world, inserts(0, 3));
  REQUIRE(traced.size() == 3);
  CHECK(traced[2].contains("trace"));
  world.ask("TRACING OFF");
  CHECK(rows_of(world) == 3);
  world.ask("LEARN L1");
  CHECK(run(world, inserts(3, 3)).size() == 3);
  world.ask("LEARN OFF");
  CHECK(rows_of(world) == 3);
}
