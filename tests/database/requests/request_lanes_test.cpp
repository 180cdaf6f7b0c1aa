// Submitted requests: how many there may be, that long ones give way, and threads that databases share.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <filesystem>
#include <thread>

#include "fixture.h"
#include "requests/replies.h"

using namespace cellar;
using namespace std::chrono_literals;

namespace {

struct LaneTable : Fixture {
  explicit LaneTable(int rows) {
    run({"CREATE TABLE t (k int PRIMARY KEY, v int)"});
    const Prepared insert = session.prepare("INSERT INTO t (k, v) VALUES (?, ?)");
    session.begin_group();
    for (int i = 0; i < rows; ++i) session.execute(insert, i, i);
    session.commit_group();
  }
};

// A variable: where g++ knows the text, it warns of an overflow that there is not.
const std::string kScan = "SELECT k FROM k.t WHERE v = 7 ALLOW FILTERING";

/// Pulls the rows where the reply arrives, in a thread of the database.
Rows pulled(Reply reply) {
  try {
    return rows_of_reply(reply);
  } catch (const Refusal& refusal) {
    return {"refused " + std::string(refusal.diagnostic.id)};
  }
}

/// A session whose reads stop, once they have become long, until they may go on.
struct HeldReader {
  Session session;
  std::promise<Rows> answer;

  HeldReader(const Database& database, const std::atomic<bool>& may_go_on, std::atomic<int>& held)
      : session(database) {
    constexpr int kCallsOfShort = 12;
    session.set_wait({.waiting = nullptr,
                      .interrupted =
                          [&, calls = 0]() mutable {
                            if (++calls == kCallsOfShort) ++held;
                            while (calls >= kCallsOfShort && !may_go_on) std::this_thread::sleep_for(1ms);
                            return false;
                          },
                      .limit = 0ms});
  }
  void scan() {
    Request request;
    request.statement = kScan;
    session.submit(std::move(request), [this](Reply reply) { answer.set_value(pulled(std::move(reply))); });
  }
};

}  // namespace

TEST_CASE("reads of many rows do not keep short ones waiting, and all of them end") {
  LaneTable f(30'000);
  std::atomic<bool> may_go_on = false;
  std::atomic<int> held = 0;
  std::deque<HeldReader> readers;
  for (int i = 0; i < 10; ++i) readers.emplace_back(f.database, may_go_on, held).scan();
  while (held == 0) std::this_thread::sleep_for(1ms);
  Session session(f.database);
  for (int key = 0; key < 20; ++key) {
    std::promise<Rows> answer;
    std::future<Rows> read = answer.get_future();
    session.submit(request_of("SELECT v FROM k.t WHERE k = " + std::to_string(key)),
                   [&](Reply reply) { answer.set_value(rows_of_reply(reply)); });
    const bool is_answered = read.wait_for(60s) == std::future_status::ready;
    CHECK(is_answered);
    if (!is_answered) may_go_on = true;
    CHECK(read.get() == Rows{std::to_string(key)});
  }
  CHECK(answer_of(session, request_of("INSERT INTO k.t (k) VALUES (-1)")).empty());
  may_go_on = true;
  for (HeldReader& reader : readers) CHECK(reader.answer.get_future().get() == Rows{"7"});
}

TEST_CASE("a long read that waits for its turn is asked to end") {
  LaneTable f(30'000);
  std::atomic<bool> may_go_on = false;
  std::atomic<int> held = 0;
  std::deque<HeldReader> readers;
  const auto turns = std::max(2U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < turns; ++i) readers.emplace_back(f.database, may_go_on, held).scan();
  while (held < static_cast<int>(turns) - 1) std::this_thread::sleep_for(1ms);
  Session session(f.database);
  Request late = request_of(kScan);
  late.deadline = std::chrono::steady_clock::now() + 200ms;
  std::promise<Rows> answer;
  session.submit(late, [&](Reply reply) { answer.set_value(pulled(std::move(reply))); });
  CHECK(answer.get_future().get() == Rows{"refused deadline_passed"});
  may_go_on = true;
  for (HeldReader& reader : readers) CHECK(reader.answer.get_future().get() == Rows{"7"});
}

TEST_CASE("the number of long reads is bounded") {
  constexpr int kReaders = 140, kRefused = kReaders - static_cast<int>(kMostLongReads);
  LaneTable f(15'000);
  std::atomic<bool> may_go_on = false;
  std::atomic<int> held = 0;
  std::deque<HeldReader> readers;
  for (int i = 0; i < kReaders; ++i) readers.emplace_back(f.database, may_go_on, held).scan();
  std::vector<std::future<Rows>> answers;
  for (HeldReader& reader : readers) answers.push_back(reader.answer.get_future());
  const auto are_answered = [&] {
    return std::ranges::count_if(
        answers, [](std::future<Rows>& answer) { return answer.wait_for(0s) == std::future_status::ready; });
  };
  // None of those that are held is answered.
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (are_answered() < kRefused && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(5ms);
  may_go_on = true;
  int refused = 0;
  for (std::future<Rows>& answer : answers) {
    const Rows rows = answer.get();
    const bool is_refused = rows == Rows{"refused too_many_long_requests"};
    CHECK((is_refused || rows == Rows{"7"}));
    refused += is_refused ? 1 : 0;
  }
  CHECK(refused == kRefused);
}

TEST_CASE("requests beyond the limits of a database are refused, and nothing else") {
  for (const RequestLimits limits : {RequestLimits{3, 1 << 20}, RequestLimits{1'000, 3'000}}) {
    const Database database = Database::open_temporary({}, {.limits = limits, .threads = {}});
    Session group(database), writer(database);
    create_keyspace(group);
    group.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
    group.begin_group();
    group.execute("INSERT INTO t (k) VALUES (0)");
    std::atomic<int> answered = 0, taken = 0;
    std::string refusal;
    const std::string text(500, 'x');
    while (refusal.empty() && taken < 100) {
      refusal = refusal_of([&] {
        writer.submit(
            request_of("INSERT INTO k.t (k, v) VALUES (" + std::to_string(taken) + ", '" + text + "')"),
            [&](Reply reply) { answered += rows_of_reply(reply).empty() ? 1 : 100; });
        ++taken;
      });
    }
    CHECK(refusal == "too_many_requests");
    CHECK(taken >= 2);
    CHECK(taken <= 4);
    group.commit_group();
    CHECK(writer.keyspace().empty());  // waits
    CHECK(answered == taken);
    CHECK(answer_of(writer, request_of("INSERT INTO k.t (k) VALUES (7)")).empty());
  }
}

TEST_CASE(
    "a hundred databases with small maps share the threads of a process, and a full one harms no other") {
  constexpr int kDatabases = 100;
  constexpr std::size_t kMap = std::size_t{32} << 20;
  const WorkerThreads threads;
  StoreOptions options;
  options.map_size = kMap;
  options.sync = false;
  std::deque<Database> databases;
  std::deque<Session> sessions;
  for (int i = 0; i < kDatabases; ++i) {
    databases.push_back(Database::open_temporary(options, {.limits = {}, .threads = threads}));
    Session& session = sessions.emplace_back(databases.back());
    create_keyspace(session);
    session.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
  }
  std::atomic<int> answered = 0;
  for (int round = 0; round < 5; ++round) {
    for (Session& session : sessions) {
      session.submit(request_of("INSERT INTO k.t (k) VALUES (" + std::to_string(round) + ")"),
                     [&](Reply reply) { answered += rows_of_reply(reply).empty() ? 1 : 1'000; });
    }
  }
  for (Session& session : sessions) CHECK(session.keyspace() == "k");  // waits
  CHECK(answered == 5 * kDatabases);
  std::size_t tasks = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) ++tasks;
  CHECK(tasks < 32);

  Session& full = sessions.front();
  const Prepared insert = full.prepare("INSERT INTO t (k, v) VALUES (?, ?)");
  const std::string value(100'000, 'v');
  int rows = 0;
  std::string refusal;
  while (refusal.empty() && rows < 1'000) {
    refusal = refusal_of([&] {
      full.execute(insert, 1'000 + rows, value);
      ++rows;
    });
  }
  CHECK(refusal == "map_full");
  CHECK(rows > 200);
  {
    Result count = full.execute("SELECT count(*) FROM t");
    CHECK(rows_of(count) == Rows{std::to_string(rows + 5)});
    Result last = full.execute("SELECT v FROM t WHERE k = " + std::to_string(1'000 + rows - 1));
    CHECK(last.next()->get<std::string>("v") == value);
  }
  full.execute("TRUNCATE t");
  full.execute("INSERT INTO t (k, v) VALUES (1, 'one')");
  CHECK(answer_of(sessions.back(), request_of("INSERT INTO k.t (k) VALUES (9)")).empty());
}
