// Sessions in several threads, and sessions that move between them.

#include <atomic>
#include <thread>

#include "fixture.h"
#include "requests/replies.h"

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
  // The search for the begin of each of the 64 parts visits an entry or two more.
  CHECK(count.counters().entries - scan.counters().entries <= 2 * 64 + 2);
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

TEST_CASE("rows that were found outlive their session, and end in any thread") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k, v) VALUES (1, 7)"});
  const Prepared select = f.session.prepare("SELECT v, k FROM t WHERE k = ?");
  std::vector<Result> results;
  {
    Session session(f.database);
    for (int i = 0; i < 3; ++i) results.push_back(session.execute(select, std::vector{bound_int(1)}));
  }
  std::atomic<int> found = 0;
  std::vector<std::thread> threads;
  for (Result& result : results) {
    threads.emplace_back([&found, moved = std::move(result)]() mutable {
      const ResultRow* row = moved.next();
      found += row != nullptr && moved.columns().size() == 2 && (*row)[0] == encode_int32(7) ? 1 : 0;
      const Result ends_here = std::move(moved);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(found == 3);
}

TEST_CASE("a session runs the plan that another one has made for the new schema, and its own after it") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a int)", "INSERT INTO t (k, a) VALUES (1, 7)"});
  const Prepared select = f.session.prepare("SELECT * FROM t WHERE k = ?");
  Session first(f.database), second(f.database);
  const auto columns = [&](Session& session) {
    return session.execute(select, std::vector{bound_int(1)}).columns().size();
  };
  CHECK(columns(first) == 2);
  CHECK(columns(second) == 2);
  Result before = first.execute(select, std::vector{bound_int(1)});
  f.session.execute("ALTER TABLE t ADD b int");
  CHECK(columns(second) == 3);
  CHECK(columns(first) == 3);
  CHECK(before.columns().size() == 2);
  CHECK(before.next()->size() == 2);
  f.session.execute("ALTER TABLE t ADD c int");
  CHECK(columns(first) == 4);
  CHECK(columns(first) == 4);
  CHECK(columns(second) == 4);
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

}  // namespace cellar
