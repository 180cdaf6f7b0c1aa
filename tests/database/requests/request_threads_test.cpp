// Requests for a thread that has others to serve: reads that must be short, writes that begin in the caller's thread.

#include <atomic>
#include <future>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fixture.h"
#include "requests/replies.h"

using namespace cellar;

namespace {

/// A partition of `rows` rows.
struct OnePartition : Fixture {
  explicit OnePartition(int rows) {
    run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
    const Prepared insert = session.prepare("INSERT INTO t (k, c) VALUES (1, ?)");
    session.begin_group();
    for (int c = 0; c < rows; ++c) session.execute(insert, c);
    session.commit_group();
  }
};

/// Counts the rows that a read returns. Throws LongRead if it is not short.
std::size_t short_read(Session& session, const std::string& statement) {
  Request request;
  request.statement = session.prepare(statement);
  request.must_be_short = true;
  Result result = session.execute(request);
  std::size_t rows = 0;
  while (result.next() != nullptr) ++rows;
  return rows;
}

/// The answer to a write, and the thread in which it came.
struct WriteAnswer {
  std::promise<std::pair<Rows, std::thread::id>> promise;

  void begin(Session& session, const Prepared& insert, int key) {
    Request request;
    request.statement = insert;
    request.values = {bound_int(key)};
    session.submit(
        std::move(request),
        [this](Reply reply) {
          promise.set_value({rows_of_reply(reply), std::this_thread::get_id()});
        },
        RequestThreads::any);
  }
};

}  // namespace

TEST_CASE("a read that must be short ends where it becomes long, and its session can go on") {
  OnePartition f(20'000);
  CHECK(short_read(f.session, "SELECT c FROM t WHERE k = 1 LIMIT 10") == 10);
  CHECK(short_read(f.session, "SELECT c FROM t WHERE k = 1 AND c >= 7 AND c < 107") == 100);
  CHECK(short_read(f.session, "SELECT c FROM t WHERE k = 2") == 0);
  CHECK_THROWS_AS(short_read(f.session, "SELECT c FROM t WHERE k = 1"), LongRead);
  CHECK_THROWS_AS(short_read(f.session, "SELECT count(*) FROM t WHERE k = 1"), LongRead);
  CHECK_THROWS_AS(short_read(f.session, "SELECT c FROM t WHERE k = 1 AND c = 19999 ALLOW FILTERING") == 1 &&
                      short_read(f.session, "SELECT c FROM t WHERE k = 1 ORDER BY c DESC") == 20'000,
                  LongRead);
  CHECK(f.rows("SELECT count(*) FROM t WHERE k = 1") == Rows{"20000"});
  CHECK(short_read(f.session, "SELECT c FROM t WHERE k = 1 LIMIT 3") == 3);
}

TEST_CASE("writes that begin in the thread that submits them share a commit, and its thread answers them") {
  constexpr int kWrites = 200;
  OnePartition f(0);
  f.run({"CREATE TABLE w (k int PRIMARY KEY)"});
  const Prepared insert = f.session.prepare("INSERT INTO w (k) VALUES (?)");
  std::vector<std::unique_ptr<Session>> sessions;
  std::vector<WriteAnswer> answers(kWrites);
  f.session.begin_group();
  f.session.execute(insert, kWrites);  // nobody else can write now
  for (int key = 0; key < kWrites; ++key) {
    Session& session = *sessions.emplace_back(std::make_unique<Session>(f.database));
    session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = std::chrono::milliseconds(0)});
    answers[key].begin(session, insert, key);
  }
  f.session.commit_group();
  std::set<std::thread::id> threads;
  for (WriteAnswer& answer : answers) {
    const auto [rows, thread] = answer.promise.get_future().get();
    CHECK(rows.empty());
    threads.insert(thread);
  }
  CHECK(threads.size() == 1);
  CHECK_FALSE(threads.contains(std::this_thread::get_id()));
  CHECK(f.rows("SELECT count(*) FROM w") == Rows{std::to_string(kWrites + 1)});
}

TEST_CASE("a write that begins in the thread that submits it keeps its place among those of its session") {
  constexpr int kWrites = 50;
  OnePartition f(0);
  f.run({"CREATE TABLE w (k int PRIMARY KEY, v int)"});
  const Prepared insert = f.session.prepare("INSERT INTO w (k, v) VALUES (0, ?)");
  std::vector<Rows> read;
  {
    Session session(f.database);
    for (int value = 0; value < kWrites; ++value) {
      Request write;
      write.statement = insert;
      write.values = {bound_int(value)};
      session.submit(
          std::move(write), [](Reply) {}, RequestThreads::any);
      session.submit(
          request_of("SELECT v FROM k.w WHERE k = 0"),
          [&](Reply reply) { read.push_back(rows_of_reply(reply)); }, RequestThreads::any);
    }
  }
  REQUIRE(read.size() == kWrites);
  for (int value = 0; value < kWrites; ++value) CHECK(read[value] == Rows{std::to_string(value)});
}
