// Requests that end by a deadline, or because somebody asks them to stop.

#include <chrono>
#include <deque>

#include "fixture.h"
#include "requests/replies.h"

using namespace cellar;
using namespace std::chrono_literals;

namespace {

struct TimedTable : Fixture {
  TimedTable() { run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k) VALUES (0)"}); }
  void fill() {
    session.begin_group();
    const Prepared insert = session.prepare("INSERT INTO t (k, v) VALUES (?, ?)");
    for (int i = 0; i < 20'000; ++i) session.execute(insert, i, i);
    session.commit_group();
  }
};

Request after_deadline(std::string statement) {
  Request request = request_of(std::move(statement));
  request.deadline = std::chrono::steady_clock::now() - 1ms;
  return request;
}

}  // namespace

TEST_CASE("a request whose deadline has passed does not run") {
  TimedTable f;
  for (const char* const statement :
       {"INSERT INTO k.t (k) VALUES (1)", "SELECT k FROM k.t", "CREATE TABLE k.u (k int PRIMARY KEY)",
        "SELECT v FROM k.t WHERE k = 0"}) {
    CHECK(refusal_of([&] { f.session.execute(after_deadline(statement)); }) == "deadline_passed");
    CHECK(answer_of(f.session, after_deadline(statement)) == Rows{"refused deadline_passed"});
  }
  CHECK(f.rows("SELECT k FROM t") == Rows{"0"});
  Request in_time = request_of("INSERT INTO k.t (k) VALUES (1)");
  in_time.deadline = std::chrono::steady_clock::now() + 1h;
  CHECK(answer_of(f.session, in_time).empty());
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"2"});
}

TEST_CASE("a write does not wait for its turn beyond its deadline, nor when it is to stop") {
  TimedTable f;
  Session writer(f.database);
  writer.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 0ms});
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  for (const char* const statement :
       {"INSERT INTO k.t (k) VALUES (2)", "CREATE TABLE k.u (k int PRIMARY KEY)"}) {
    Request request = request_of(statement);
    request.deadline = std::chrono::steady_clock::now() + 30ms;
    CHECK(answer_of(writer, request) == Rows{"refused deadline_passed"});
    request.deadline = std::chrono::steady_clock::now() + 30ms;
    CHECK(refusal_of([&] { writer.execute(request); }) == "deadline_passed");
    request.deadline.reset();
    std::atomic<int> asked = 0;
    request.stop = StopToken(asked);
    std::promise<Rows> answer;
    writer.submit(request, [&](Reply reply) { answer.set_value(rows_of_reply(reply)); });
    asked = 1;
    const std::string refused = answer.get_future().get().front();
    CHECK((refused == "refused wait_interrupted" || refused == "refused interrupted"));
  }
  f.session.commit_group();
  CHECK(f.rows("SELECT k FROM t") == Rows{"1", "0"});
}

TEST_CASE("writes without a deadline are not refused with those that have one") {
  TimedTable f;
  std::deque<Session> sessions;
  std::deque<std::promise<Rows>> answers;
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k) VALUES (1)");
  for (int i = 0; i < 8; ++i) {
    Session& session = sessions.emplace_back(f.database);
    session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 0ms});
    Request request = request_of("INSERT INTO k.t (k) VALUES (" + std::to_string(10 + i) + ")");
    if (i % 2 == 0) request.deadline = std::chrono::steady_clock::now() + 30ms;
    std::promise<Rows>& answer = answers.emplace_back();
    session.submit(std::move(request), [&answer](Reply reply) { answer.set_value(rows_of_reply(reply)); });
  }
  for (int i = 0; i < 8; i += 2) CHECK(answers[i].get_future().get() == Rows{"refused deadline_passed"});
  f.session.commit_group();
  for (int i = 1; i < 8; i += 2) CHECK(answers[i].get_future().get().empty());
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"6"});
}

TEST_CASE("a read ends at its deadline, and when it is to stop, also while its rows are pulled") {
  TimedTable f;
  f.fill();
  Request request = request_of("SELECT count(v) FROM k.t WHERE v = -1 ALLOW FILTERING");
  std::atomic<int> asked = 0;
  int looks = 0;
  f.session.set_wait({.waiting = nullptr,
                      .interrupted =
                          [&] {
                            asked = ++looks > 3;
                            return false;
                          },
                      .limit = 0ms});
  request.stop = StopToken(asked);
  CHECK(refusal_of([&] {
          Result result = f.session.execute(request);
          rows_of(result);
        }) == "interrupted");
  f.session.set_wait({});
  Request scan = request_of("SELECT k, v FROM k.t");
  scan.deadline = std::chrono::steady_clock::now() + 1s;
  Result result = f.session.execute(scan);
  REQUIRE(result.next() != nullptr);
  std::this_thread::sleep_until(*scan.deadline);
  CHECK(refusal_of([&] { rows_of(result); }) == "deadline_passed");
  CHECK(result.next() == nullptr);
}

TEST_CASE("a write that reads before it writes can be interrupted") {
  Fixture f;
  f.run({"CREATE TABLE s (p int, c int, v int, s int static, PRIMARY KEY (p, c))",
         "CREATE TABLE l (p int PRIMARY KEY, l list<int>)", "INSERT INTO l (p, l) VALUES (1, [1, 2])"});
  f.session.begin_group();
  // Rows without a marker: none of them shows in what a condition on a static column reads.
  const Prepared update = f.session.prepare("UPDATE s SET v = 1 WHERE p = 1 AND c = ?");
  for (int c = 0; c < 1'000; ++c) f.session.execute(update, c);
  f.session.commit_group();
  CHECK(f.rows("UPDATE s SET s = 1 WHERE p = 1 IF s = 5") == Rows{"false"});
  Session interrupted(f.database, Policy::teach);
  // All of them: what was there before is read for notices, and the writes are applied then.
  interrupted.set_notices(GENERATE(Notices::usual, Notices::all));
  interrupted.execute("USE k");
  interrupted.set_wait({.waiting = nullptr, .interrupted = [] { return true; }, .limit = {}});
  for (const char* const statement :
       {"UPDATE s SET s = 1 WHERE p = 1 IF s = 5", "UPDATE l SET l = l - [1] WHERE p = 1"}) {
    INFO(statement);
    CHECK(refusal_of([&] { interrupted.execute(statement); }) == "interrupted");
    interrupted.begin_group();
    CHECK(refusal_of([&] { interrupted.execute(statement); }) == "interrupted");
    interrupted.commit_group();
  }
  CHECK(f.rows("SELECT l FROM l") == Rows{"[1, 2]"});
}

TEST_CASE("USE takes no values") {
  Fixture f;
  Request request = request_of("USE k");
  request.values.emplace_back(Value("x"), false);
  CHECK(refusal_of([&] { f.session.execute(request); }) == "wrong_value_count");
}
