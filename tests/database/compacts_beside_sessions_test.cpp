// Several threads compact a database while sessions read, write and define.

#include <atomic>
#include <thread>

#include "../storage/child.h"
#include "fixture.h"
#include "replies.h"

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

/// Returns false if it was refused for a reason that nobody has given.
bool compacts_or_is_told(const Database& database) {
  const std::string refusal =
      refusal_of([&] { database.compact({.waiting = nullptr, .interrupted = nullptr, .limit = {}}); });
  return refusal.empty() || refusal == "compact_in_transaction" || refusal == "session_is_writing";
}

}  // namespace

TEST_CASE("threads compact a database beside readers, writers, definitions, streams and groups") {
  constexpr int kRounds = 8, kRows = 300;
  const test::Folder folder;
  const Database database = Database::open(folder / "data.cellar");
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))");
  session.execute("CREATE INDEX ON t (v)");
  for (int c = 0; c < kRows; ++c)
    session.execute("INSERT INTO t (k, c, v) VALUES (0, " + decimal(c) + ", 'v')");
  std::atomic<int> wrong = 0, written = 0;
  Beside beside;
  beside.repeat([&, reader = std::make_shared<Session>(database)](int) {
    Result result = reader->execute("SELECT count(*) FROM k.t WHERE k = 0");
    wrong += rows_of(result) == Rows{decimal(kRows)} ? 0 : 1;
  });
  beside.repeat([&, stream = std::make_shared<Session>(database)](int) {
    Result result = stream->execute("SELECT c FROM k.t WHERE k = 0 AND v = 'v' ALLOW FILTERING");
    int rows = 0;
    while (result.next() != nullptr) {
      if (++rows % 100 == 0) std::this_thread::yield();
    }
    wrong += rows == kRows ? 0 : 1;
  });
  beside.repeat([&, writer = std::make_shared<Session>(database)](int round) {
    writer->execute("INSERT INTO k.t (k, c, v) VALUES (1, " + decimal(round) + ", 'w')");
    ++written;
  });
  beside.repeat([&, group = std::make_shared<Session>(database)](int round) {
    group->begin_group();
    for (const int c : {2 * round, 2 * round + 1})
      group->execute("INSERT INTO k.t (k, c, v) VALUES (2, " + decimal(c) + ", 'w')");
    group->commit_group();
    written += 2;
  });
  beside.repeat([&, definer = std::make_shared<Session>(database)](int round) {
    definer->execute("CREATE TABLE k.other" + decimal(round) + " (k int PRIMARY KEY)");
    definer->execute("INSERT INTO k.other" + decimal(round) + " (k) VALUES (1)");
    definer->execute("DROP TABLE k.other" + decimal(round));
  });
  std::vector<std::thread> compacting;
  for (int thread = 0; thread < 2; ++thread) {
    compacting.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) wrong += compacts_or_is_told(database) ? 0 : 1;
    });
  }
  for (std::thread& thread : compacting) thread.join();
  beside.end();
  CHECK(wrong == 0);
  database.compact();
  Result all = session.execute("SELECT count(*) FROM t");
  CHECK(rows_of(all) == Rows{decimal(kRows + written)});
  Result indexed = session.execute("SELECT count(*) FROM t WHERE v = 'w'");
  CHECK(rows_of(indexed) == Rows{decimal(written)});
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
