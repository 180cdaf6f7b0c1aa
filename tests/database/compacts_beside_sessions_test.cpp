// Several threads compact a database while sessions read, write and define.

#include <atomic>
#include <functional>
#include <thread>

#include "../storage/child.h"
#include "fixture.h"
#include "requests/replies.h"

namespace cellar {

namespace {

std::string decimal(int number) { return std::to_string(number); }

/// Runs actions again and again, each in a thread of its own, until it ends.
class Beside {
 public:
  ~Beside() { end(); }
  void repeat(std::function<void(int)> action) {
    threads_.emplace_back([this, action = std::move(action)] {
      for (int round = 0; !ends_; ++round) action(round);
    });
  }
  void end() {
    ends_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::atomic<bool> ends_ = false;
  std::vector<std::thread> threads_;
};

constexpr int kRows = 300;

/// What the threads have counted.
struct Counts {
  std::atomic<int> wrong = 0, written = 0;
};

/// Returns true if it has compacted. A refusal for anything but a read or a write under way is wrong.
bool compacts(const Database& database, Counts& counts) {
  const std::string refusal =
      refusal_of([&] { database.compact({.waiting = nullptr, .interrupted = nullptr, .limit = {}}); });
  const bool is_told = refusal == "compact_in_transaction" || refusal == "session_is_writing";
  if (!refusal.empty() && !is_told) ++counts.wrong;
  return refusal.empty();
}

void read_beside(Beside& beside, const Database& database, Counts& counts) {
  beside.repeat([&counts, reader = std::make_shared<Session>(database)](int) {
    Result result = reader->execute("SELECT count(*) FROM k.t WHERE k = 0");
    counts.wrong += rows_of(result) == Rows{decimal(kRows)} ? 0 : 1;
  });
  beside.repeat([&counts, stream = std::make_shared<Session>(database)](int) {
    Result result = stream->execute("SELECT c FROM k.t WHERE k = 0 AND v = 'v' ALLOW FILTERING");
    int rows = 0;
    while (result.next() != nullptr) {
      if (++rows % 100 == 0) std::this_thread::yield();
    }
    counts.wrong += rows == kRows ? 0 : 1;
  });
}

void write_beside(Beside& beside, const Database& database, Counts& counts) {
  beside.repeat([&counts, writer = std::make_shared<Session>(database)](int round) {
    writer->execute("INSERT INTO k.t (k, c, v) VALUES (1, " + decimal(round) + ", 'w')");
    ++counts.written;
  });
  beside.repeat([&counts, group = std::make_shared<Session>(database)](int round) {
    group->begin_group();
    for (const int c : {2 * round, 2 * round + 1})
      group->execute("INSERT INTO k.t (k, c, v) VALUES (2, " + decimal(c) + ", 'w')");
    group->commit_group();
    counts.written += 2;
  });
  beside.repeat([definer = std::make_shared<Session>(database)](int round) {
    definer->execute("CREATE TABLE k.other" + decimal(round) + " (k int PRIMARY KEY)");
    definer->execute("INSERT INTO k.other" + decimal(round) + " (k) VALUES (1)");
    definer->execute("DROP TABLE k.other" + decimal(round));
  });
}

/// Runs an action in two threads at once.
void twice_at_once(const std::function<void()>& action) {
  std::thread other(action);
  action();
  other.join();
}

}  // namespace

TEST_CASE("threads compact a database beside readers, writers, definitions, streams and groups") {
  constexpr int kRounds = 8;
  const test::Folder folder;
  const Database database = Database::open(folder / "data.cellar");
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))");
  session.execute("CREATE INDEX ON t (v)");
  for (int c = 0; c < kRows; ++c)
    session.execute("INSERT INTO t (k, c, v) VALUES (0, " + decimal(c) + ", 'v')");
  Counts counts;
  Beside readers, writers;
  read_beside(readers, database, counts);
  write_beside(writers, database, counts);
  twice_at_once([&] {
    for (int round = 0; round < kRounds; ++round) compacts(database, counts);
  });
  writers.end();
  // Beside readers alone, each thread succeeds in the end.
  twice_at_once([&] {
    while (!compacts(database, counts) && counts.wrong == 0) std::this_thread::yield();
  });
  readers.end();
  CHECK(counts.wrong == 0);
  database.compact();
  Result all = session.execute("SELECT count(*) FROM t");
  CHECK(rows_of(all) == Rows{decimal(kRows + counts.written)});
  Result indexed = session.execute("SELECT count(*) FROM t WHERE v = 'w'");
  CHECK(rows_of(indexed) == Rows{decimal(counts.written)});
}

TEST_CASE("a result that is being read, and a group, are named to who compacts in another thread") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  for (int c = 0; c < 300; ++c) f.session.execute("INSERT INTO t (k, c) VALUES (1, " + decimal(c) + ")");
  const auto refusal_elsewhere = [&] {
    std::string refusal;
    std::thread([&] { refusal = refusal_of([&] { f.database.compact(); }); }).join();
    return refusal;
  };
  {
    Result open = f.session.execute("SELECT c FROM t WHERE k = 1");
    REQUIRE(open.next() != nullptr);
    CHECK(refusal_elsewhere() == "compact_in_transaction");
  }
  f.session.begin_group();
  f.session.execute("INSERT INTO t (k, c) VALUES (2, 1)");
  CHECK(refusal_elsewhere() == "session_is_writing");
  f.session.commit_group();
  CHECK(refusal_elsewhere().empty());
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"301"});
}

}  // namespace cellar
