// Requests that sessions submit: their order, what they carry, and how long they wait.

#include <atomic>
#include <ctime>
#include <deque>
#include <future>
#include <memory>
#include <thread>

#include "fixture.h"
#include "requests/replies.h"

namespace cellar {

using namespace std::chrono_literals;

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
      const std::string key = std::to_string(number);
      const auto keep = [&all = answers[number]](Reply reply) { all.push_back(rows_of_reply(reply)); };
      for (const std::string& statement :
           {"INSERT INTO t (k, c) VALUES (" + key + ", " + std::to_string(i) + ")",
            "SELECT count(*) FROM t WHERE k = " + key, "INSERT INTO t (k) VALUES (" + key + ")"}) {
        sessions[number]->submit(request_of(statement), keep);
      }
    }
  }
  sessions.clear();  // waits
  std::vector<Rows> expected;
  for (int i = 0; i < kRequests; ++i) {
    expected.insert(expected.end(),
                    {Rows{}, Rows{std::to_string(i + 1)}, Rows{"refused missing_clustering"}});
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

// The thread that submits must not touch the session once the write waits in the queue: another thread may have
// committed and answered by then, and the caller may have closed the session. The sanitizers see it.
TEST_CASE("a session may be closed as soon as its write of an unknown shape is answered") {
  constexpr int kTables = 100;
  Fixture f;
  for (int i = 0; i < kTables; ++i) f.run({"CREATE TABLE t" + std::to_string(i) + " (k int PRIMARY KEY)"});
  for (int i = 0; i < kTables; ++i) {
    const std::string table = "k.t" + std::to_string(i);
    for (const std::string& write : {"INSERT INTO " + table + " (k) VALUES (1)",
                                     "INSERT INTO " + table + " (k) VALUES (2) IF NOT EXISTS",
                                     "BEGIN BATCH DELETE FROM " + table + " WHERE k = 1 APPLY BATCH"}) {
      auto session = std::make_unique<Session>(f.database);
      std::promise<Rows> answered;
      session->submit(request_of(write),
                      [&answered](Reply reply) { answered.set_value(rows_of_reply(reply)); });
      answered.get_future().wait();
      session.reset();
    }
    REQUIRE(f.rows("SELECT k FROM " + table) == Rows{"2"});
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
  for (int c = 0; c < 10; ++c)
    f.session.execute("INSERT INTO t (k, c) VALUES (1, " + std::to_string(c) + ")");
  Reply reply;
  {
    Session session(f.database);
    reply = reply_of(session, request_of("SELECT c FROM k.t WHERE k = 1"));
  }
  CHECK(rows_of_reply(reply).size() == 10);
}

}  // namespace cellar
