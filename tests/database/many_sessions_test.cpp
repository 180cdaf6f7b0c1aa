// Sessions in several threads, and sessions that move between them.

#include <atomic>
#include <ctime>
#include <future>
#include <thread>

#include "fixture.h"
#include "replies.h"

namespace cellar {

namespace {

using namespace std::chrono_literals;

template <typename Action>
void in_another_thread(Action action) {
  std::thread(std::move(action)).join();
}

std::string text(int number) { return std::to_string(number); }

}  // namespace

TEST_CASE("a session moves between threads within a group and within a result") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  f.session.begin_group();
  in_another_thread([&] {
    for (int c = 0; c < 300; ++c) f.session.execute("INSERT INTO t (k, c) VALUES (1, " + text(c) + ")");
    CHECK(f.rows("SELECT c FROM t WHERE k = 1 AND c < 2") == Rows{"0", "1"});
  });
  in_another_thread([&] {
    CHECK(f.rows("SELECT count(*) FROM t WHERE k = 1") == Rows{"300"});
    f.session.execute("INSERT INTO t (k, c) VALUES (2, 0)");
    f.session.commit_group();
  });
  Session other(f.database);
  other.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 1s});
  other.execute("INSERT INTO k.t (k, c) VALUES (2, 1)");
  Result result = f.session.execute("SELECT c FROM t WHERE k = 1");
  std::size_t rows = result.next() != nullptr;
  in_another_thread([&] {
    while (result.next() != nullptr && rows < 100) ++rows;
  });
  in_another_thread([moved = std::move(result), &rows]() mutable {
    while (moved.next() != nullptr) ++rows;
    const Result ends_here = std::move(moved);
  });
  CHECK(rows == 299);  // one was pulled and not counted
  CHECK(f.rows("SELECT c FROM t WHERE k = 2") == Rows{"0", "1"});
}

TEST_CASE("a group that is abandoned in another thread leaves no trace") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  auto session = std::make_unique<Session>(f.database);
  session->begin_group();
  session->execute("INSERT INTO k.t (k) VALUES (1)");
  Result read = session->execute("SELECT * FROM k.t");
  in_another_thread([&] { session.reset(); });
  f.session.execute("INSERT INTO t (k) VALUES (2)");
  CHECK(f.rows("SELECT k FROM t") == Rows{"2"});
}

TEST_CASE("a session that waits for a group of its own thread is refused") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  Session other(f.database);
  other.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 50ms});
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  CHECK_FALSE(f.session.group_is_waited_for());
  CHECK(refusal_of([&] { other.execute("INSERT INTO k.t (k) VALUES (2)"); }) == "session_is_writing");
  f.session.commit_group();
  other.execute("INSERT INTO k.t (k) VALUES (3)");
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"2"});
}

TEST_CASE("a group lets a waiting session write before it continues") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)"});
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k, v) VALUES (1, 1)");
  std::thread other([&] { Session(f.database).execute("INSERT INTO k.t (k, v) VALUES (2, 2)"); });
  while (!f.session.group_is_waited_for()) std::this_thread::yield();
  f.session.commit_group_async();
  CHECK(f.session.is_commit_done());
  CHECK(f.session.in_group());
  f.session.execute("INSERT INTO t (k, v) VALUES (3, 3)");
  CHECK(f.rows("SELECT v FROM t WHERE k = 2") == Rows{"2"});
  f.session.commit_group();
  other.join();
}

TEST_CASE("sessions of many threads write and read at the same time, each in its order") {
  constexpr int kThreads = 16, kWrites = 60;
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, l list<int>, PRIMARY KEY (k, c))",
         "INSERT INTO t (k, c, l) VALUES (-1, 0, [0])"});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, c, v) VALUES (?, ?, 'prepared')");
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      Session session(f.database, thread % 2 == 0 ? Policy::cassandra : Policy::teach);
      session.use("k");
      const std::string key = text(thread);
      for (int i = 0; i < kWrites; ++i) {
        const std::string values = key + ", " + text(i);
        if (i % 3 == 0) {
          session.execute(insert, std::vector{bound_int(thread), bound_int(i)});
        } else if (i % 3 == 1) {
          session.execute("INSERT INTO t (k, c, v) VALUES (" + values + ", 'text')");
        } else {
          session.execute("BEGIN BATCH INSERT INTO t (k, c, v) VALUES (" + values +
                          ", 'batch'); UPDATE t SET l = l + [" + key +
                          "] WHERE k = -1 AND c = 0; APPLY BATCH");
        }
        Result result = session.execute("SELECT c FROM t WHERE k = " + key + " ORDER BY c DESC LIMIT 1");
        wrong += rows_of(result) == Rows{text(i)} ? 0 : 1;
        wrong += refusal_of([&] { session.execute("INSERT INTO t (k, v) VALUES (1, 'x')"); }).empty();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{text(kThreads * kWrites + 1)});
  Result list = f.session.execute("SELECT l FROM t WHERE k = -1");
  const std::string elements = rows_of(list).at(0);
  CHECK(std::ranges::count(elements, ',') == kThreads * kWrites / 3);
}

namespace {

/// Two rows in each of 30,000 partitions, more than one thread counts alone.
void fill_for_count(Session& session) {
  session.execute("CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))");
  const Prepared insert = session.prepare("INSERT INTO t (k, c, v) VALUES (?, ?, 1)");
  session.begin_group();
  for (int k = 0; k < 30'000; ++k) {
    for (int c = 0; c < 2; ++c) session.execute(insert, k, c);
  }
  session.commit_group();
}

}  // namespace

TEST_CASE("a long count reads what a scan reads") {
  Fixture f;
  fill_for_count(f.session);
  f.run({"DELETE FROM t WHERE k = 7", "DELETE FROM t WHERE k = 29000 AND c = 0"});
  Result count = f.session.execute("SELECT count(*) FROM t");
  CHECK(rows_of(count) == Rows{"59997"});
  Result scan = f.session.execute("SELECT v FROM t");
  while (scan.next() != nullptr) continue;
  CHECK(count.counters().rows == scan.counters().rows);
  CHECK(count.counters().partitions == scan.counters().partitions);
  CHECK(count.counters().skipped.rows + count.counters().skipped.partitions == 2);
  // The search for the middle visits an entry or two more.
  CHECK(count.counters().entries - scan.counters().entries <= 3);
  CHECK(f.rows("SELECT count(*) FROM t WHERE token(k) > 0") ==
        Rows{std::to_string(f.rows("SELECT v FROM t WHERE token(k) > 0").size())});
  bool asked = false;
  f.session.set_wait(
      {.waiting = nullptr, .interrupted = [&] { return std::exchange(asked, true); }, .limit = 1s});
  CHECK(f.refused("SELECT count(*) FROM t") == "interrupted");
}

TEST_CASE("a long count shows one version while others write") {
  Fixture f;
  fill_for_count(f.session);
  std::atomic<bool> has_ended = false;
  std::thread writer([&] {
    Session session(f.database);
    session.use("k");
    for (int k = 0; !has_ended; ++k) {
      const std::string key = text(100'000 + k);
      session.execute("BEGIN BATCH INSERT INTO t (k, c) VALUES (" + key +
                      ", 0) INSERT INTO t (k, c) VALUES (-" + key + ", 1) APPLY BATCH");
    }
  });
  int odd = 0;
  for (int round = 0; round < 20; ++round) {
    odd += std::stoi(f.rows("SELECT count(*) FROM t").at(0)) % 2;
  }
  has_ended = true;
  writer.join();
  CHECK(odd == 0);
}

TEST_CASE("what one session has prepared follows the schema in all threads") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k, v) VALUES (1, 1)"});
  const Prepared select = f.session.prepare("SELECT * FROM t WHERE k = ?");
  const Prepared insert = f.session.prepare("INSERT INTO t (k, v) VALUES (?, 1)");
  std::atomic<bool> has_ended = false;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      Session session(f.database);
      session.use("k");
      while (!has_ended) {
        Result result = session.execute(select, std::vector{bound_int(1)});
        const std::size_t columns = result.columns().size();
        const ResultRow* row = result.next();
        wrong += row != nullptr && row->size() == columns ? 0 : 1;
        session.execute(insert, std::vector{bound_int(thread)});
        session.execute("UPDATE t SET v = 2 WHERE k = " + text(thread));
      }
    });
  }
  for (int column = 0; column < 20; ++column)
    f.session.execute("ALTER TABLE t ADD c" + text(column) + " int");
  has_ended = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(select.columns().size() == 2);
  Result last = f.session.execute(select, std::vector{bound_int(1)});
  CHECK(last.columns().size() == 22);
}

TEST_CASE("requests of a session are answered in their order, each once") {
  constexpr int kSessions = 40, kRequests = 50;
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  std::vector<std::unique_ptr<Session>> sessions;
  std::vector<std::vector<Rows>> answers(kSessions);
  for (int number = 0; number < kSessions; ++number) {
    sessions.push_back(std::make_unique<Session>(f.database));
    sessions.back()->use("k");
  }
  for (int i = 0; i < kRequests; ++i) {
    for (int number = 0; number < kSessions; ++number) {
      const std::string key = text(number);
      const auto keep = [&all = answers[number]](Reply reply) { all.push_back(rows_of_reply(reply)); };
      for (const std::string& statement :
           {"INSERT INTO t (k, c) VALUES (" + key + ", " + text(i) + ")",
            "SELECT count(*) FROM t WHERE k = " + key, "INSERT INTO t (k) VALUES (" + key + ")"}) {
        sessions[number]->submit(request_of(statement), keep);
      }
    }
  }
  sessions.clear();  // waits
  std::vector<Rows> expected;
  for (int i = 0; i < kRequests; ++i) {
    expected.insert(expected.end(), {Rows{}, Rows{text(i + 1)}, Rows{"refused missing_clustering"}});
  }
  for (const std::vector<Rows>& all : answers) CHECK(all == expected);
}

TEST_CASE("a write that is submitted waits as long as its session says") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  Session impatient(f.database), patient(f.database);
  impatient.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 50ms});
  patient.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 0ms});
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  std::promise<Rows> second, third;
  patient.submit(request_of("INSERT INTO k.t (k) VALUES (2)"),
                 [&](Reply reply) { second.set_value(rows_of_reply(reply)); });
  impatient.submit(request_of("INSERT INTO k.t (k) VALUES (3)"),
                   [&](Reply reply) { third.set_value(rows_of_reply(reply)); });
  std::future<Rows> refused = third.get_future();
  CHECK(refused.get() == Rows{"refused session_is_writing"});
  f.session.commit_group();
  CHECK(second.get_future().get().empty());
  CHECK(f.rows("SELECT k FROM t") == Rows{"1", "2"});
}

TEST_CASE("a request carries its values, time, second and keyspace") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  create_keyspace(f.session, "other");
  const Seconds now = std::time(nullptr) + 1'000;
  Request insert;
  insert.statement = f.session.prepare("INSERT INTO k.t (k, v) VALUES (?, ?) USING TTL 100");
  insert.values = {bound_int(1), bound_text("one")};
  insert.timestamp = 77;
  insert.now = now;
  CHECK(answer_of(f.session, insert).empty());
  Request select = request_of("SELECT v, writetime(v), ttl(v) FROM t WHERE k = ?");
  select.values = {bound_int(1)};
  CHECK(answer_of(f.session, select) == Rows{"refused undefined_table"});
  select.keyspace = "k";
  select.now = now + 40;
  CHECK(answer_of(f.session, select) == Rows{"'one'|77|60"});
  select.now = now + 100;
  CHECK(answer_of(f.session, select).empty());
  CHECK(f.session.keyspace() == "other");
  Request explicit_time = request_of("INSERT INTO t (k, v) VALUES (2, 'two') USING TIMESTAMP 5");
  explicit_time.keyspace = "k";
  explicit_time.timestamp = 9;
  f.session.execute(explicit_time);
  CHECK(f.rows("SELECT writetime(v) FROM k.t WHERE k = 2") == Rows{"5"});
  CHECK(refusal_of([&] { f.session.execute(request_of("SELECT * FROM t")); }) == "undefined_table");
}

TEST_CASE("reads, and the group that delays the others, continue beside any number of waiting writes") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)", "INSERT INTO t (k) VALUES (0)"});
  std::deque<Session> waiting;
  std::deque<std::promise<Rows>> answers;
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  const auto submit = [&](Session& session, const std::string& statement) {
    std::promise<Rows>& answer = answers.emplace_back();
    session.submit(request_of(statement), [&answer](Reply reply) { answer.set_value(rows_of_reply(reply)); });
  };
  for (int i = 0; i < 9; ++i) {
    Session& session = waiting.emplace_back(f.database);
    session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 0ms});
    submit(session, i % 3 != 2 ? "CREATE TABLE k.t" + std::to_string(i) + " (k int PRIMARY KEY)"
                               : "INSERT INTO k.t (k) VALUES (" + std::to_string(10 + i) + ")");
  }
  Session reader(f.database);
  CHECK(answer_of(reader, request_of("SELECT k FROM k.t")) == Rows{"0"});
  CHECK(answer_of(f.session, request_of("INSERT INTO k.t (k) VALUES (2)")).empty());
  f.session.commit_group();
  for (std::promise<Rows>& answer : answers) CHECK(answer.get_future().get().empty());
  CHECK(f.rows("SELECT count(*) FROM k.t") == Rows{"6"});
}

TEST_CASE("more waiting sessions than there may be threads delay neither the group nor a read") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)", "INSERT INTO t (k) VALUES (0)"});
  std::deque<Session> waiting;
  std::deque<std::promise<std::string>> answers;
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  for (int i = 0; i < 300; ++i) {
    Session& session = waiting.emplace_back(f.database);
    session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 0ms});
    std::promise<std::string>& answer = answers.emplace_back();
    session.submit(request_of("CREATE TABLE k.t" + std::to_string(i) + " (k int PRIMARY KEY)"),
                   [&](Reply reply) {
                     const auto* refusal = std::get_if<Refusal>(&reply);
                     answer.set_value(refusal == nullptr ? "" : std::string(refusal->diagnostic.id));
                   });
  }
  Session reader(f.database);
  CHECK(answer_of(reader, request_of("SELECT k FROM k.t")) == Rows{"0"});
  CHECK(answer_of(f.session, request_of("INSERT INTO k.t (k) VALUES (2)")).empty());
  f.session.commit_group();
  int made = 0;
  for (std::promise<std::string>& answer : answers) {
    const std::string refusal = answer.get_future().get();
    CHECK((refusal.empty() || refusal == "too_many_waiting"));
    made += refusal.empty();
  }
  CHECK(made > 0);
}

TEST_CASE("completions may write, and read, in other sessions that have requests of their own") {
  constexpr int kSessions = 20;
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  std::deque<Session> submitting, called;
  for (int i = 0; i < kSessions; ++i) {
    submitting.emplace_back(f.database);
    called.emplace_back(f.database);
  }
  std::atomic<int> refused = 0;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < kSessions; ++i) {
      Session& other = called[i];
      submitting[i].submit(request_of("INSERT INTO k.t (k) VALUES (" + std::to_string(i) + ")"),
                           [&refused, &other, i](Reply) {
                             try {
                               other.submit(request_of("SELECT k FROM k.t"), [](Reply) {});
                               other.execute("INSERT INTO k.t (k) VALUES (" + std::to_string(100 + i) + ")");
                             } catch (const Refusal&) {
                               ++refused;
                             }
                           });
    }
  }
  submitting.clear();
  called.clear();
  CHECK(refused == 0);
  CHECK(f.rows("SELECT count(*) FROM k.t") == Rows{std::to_string(2 * kSessions)});
}

TEST_CASE("completions may end other sessions that have requests of their own") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  for (const std::string statement : {"SELECT k FROM k.t", "INSERT INTO k.t (k) VALUES (1)"}) {
    std::atomic<int> answered = 0;
    std::deque<Session> submitting;
    for (int i = 0; i < 20; ++i) {
      submitting.emplace_back(f.database);
      submitting.back().submit(request_of(statement), [&](Reply) {
        Session other(f.database);
        other.submit(request_of(statement), [&answered](Reply) { ++answered; });
        other = Session(f.database);  // waits as the end does
        other.submit(request_of(statement), [&answered](Reply) { ++answered; });
      });
    }
    submitting.clear();
    CHECK(answered == 40);
  }
}

TEST_CASE("USE in a request stays in effect, whichever keyspace the request runs in") {
  Fixture f;
  create_keyspace(f.session, "other");
  REQUIRE(f.session.keyspace() == "other");
  Request use = request_of("USE k");
  use.keyspace = "k";
  CHECK(answer_of(f.session, use).empty());
  CHECK(f.session.keyspace() == "k");
  use.statement = std::string("USE other");
  f.session.execute(use);
  CHECK(f.session.keyspace() == "other");
}

TEST_CASE("a request whose statement is known by its shape is refused at its own place") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  f.session.execute("INSERT INTO t (k, v) VALUES (1, 'x') USING TTL 5");
  const std::string longer = "INSERT INTO t (k, v) VALUES (12345, 'a longer text') USING TTL 630720001";
  const Reply reply = reply_of(f.session, request_of(longer));
  REQUIRE(std::holds_alternative<Refusal>(reply));
  const Span span = std::get<Refusal>(reply).diagnostic.span;
  CHECK(longer.substr(span.begin, span.end - span.begin) == "630720001");
}

TEST_CASE("submitted batches, definitions and groups have the same effect as executed ones") {
  Fixture f;
  for (const char* statement :
       {"CREATE TABLE t (k int PRIMARY KEY, v int)",
        "BEGIN BATCH INSERT INTO t (k, v) VALUES (1, 1); INSERT INTO t (k, v) VALUES (2, 2); APPLY BATCH",
        "ALTER TABLE t ADD w int", "UPDATE t SET w = 3 WHERE k = 2"}) {
    CHECK(answer_of(f.session, request_of(statement)).empty());
  }
  f.session.begin_group();
  CHECK(answer_of(f.session, request_of("INSERT INTO t (k, v) VALUES (3, 3)")).empty());
  CHECK(f.session.pending() == 1);
  f.session.commit_group();
  CHECK(f.rows("SELECT k, v, w FROM t") == Rows{"1|1|null", "2|2|3", "3|3|null"});
}

TEST_CASE("a result of a submitted request outlives its session") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  for (int c = 0; c < 10; ++c) f.session.execute("INSERT INTO t (k, c) VALUES (1, " + text(c) + ")");
  Reply reply;
  {
    Session session(f.database);
    reply = reply_of(session, request_of("SELECT c FROM k.t WHERE k = 1"));
  }
  CHECK(rows_of_reply(reply).size() == 10);
}

}  // namespace cellar
