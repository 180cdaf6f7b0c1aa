#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "fixture.h"

using namespace cellar;

namespace {

/// A path for a database, gone at the end.
struct Place {
  std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("cellar-database-" + std::to_string(::getpid()));
  std::filesystem::path path = directory / "data.cellar";

  Place() {
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
  }
  ~Place() { std::filesystem::remove_all(directory); }
};

Rows rows(Session& session, std::string_view statement) {
  Result result = session.execute(statement);
  return rows_of(result);
}

/// Runs `action` in another process and waits for it.
template <typename Action>
bool in_another_process(Action action) {
  const pid_t child = ::fork();
  if (child == 0) {
    bool fine = false;
    try {
      fine = action();
    } catch (...) {
    }
    ::_exit(fine ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("what a table once held does not come back") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int, w int)", "INSERT INTO t (k, v, w) VALUES (1, 1, 1)",
         "ALTER TABLE t DROP v", "ALTER TABLE t ADD v int"});
  CHECK(f.rows("SELECT v, w FROM t") == Rows{"null|1"});
  f.run({"ALTER TABLE t RENAME k TO key"});
  CHECK(f.rows("SELECT key, w FROM t") == Rows{"1|1"});
  f.run({"TRUNCATE t"});
  CHECK(f.rows("SELECT * FROM t").empty());
  f.run({"INSERT INTO t (key, v) VALUES (2, 2)", "DROP TABLE t",
         "CREATE TABLE t (key int PRIMARY KEY, v int)"});
  CHECK(f.rows("SELECT * FROM t").empty());
  f.run({"INSERT INTO t (key, v) VALUES (2, 2)", "DROP KEYSPACE k"});
  create_keyspace(f.session);
  f.run({"CREATE TABLE t (key int PRIMARY KEY, v int)"});
  CHECK(f.rows("SELECT * FROM t").empty());
}

TEST_CASE("data and schema are there after the file is opened again, and seen by other processes") {
  Place place;
  {
    Session session(Database::open(place.path));
    create_keyspace(session);
    session.execute("CREATE TABLE t (k int PRIMARY KEY, v int)");
    session.execute("INSERT INTO t (k, v) VALUES (1, 1)");
  }
  CHECK(in_another_process([&] {
    Session session(Database::open(place.path));
    session.use("k");
    if (rows(session, "SELECT * FROM t") != Rows{"1|1"}) return false;
    session.execute("ALTER TABLE t ADD w int");
    session.execute("INSERT INTO t (k, v, w) VALUES (2, 2, 2)");
    return true;
  }));
  Session session(Database::open(place.path));
  session.use("k");
  CHECK(rows(session, "SELECT * FROM t WHERE k IN (1, 2)") == Rows{"1|1|null", "2|2|2"});
}

TEST_CASE("a session notices a schema changed by another one") {
  Fixture f;
  Session other(f.database);
  other.use("k");
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)"});
  const Prepared insert = other.prepare("INSERT INTO t (k, v) VALUES (?, 1)");
  const Prepared select = other.prepare("SELECT * FROM t");
  f.run({"ALTER TABLE t ADD w int"});
  other.execute(insert, std::vector<BoundValue>{bound_int(1)});
  Result result = other.execute(select);
  CHECK(result.columns().size() == 3);
  CHECK(rows_of(result) == Rows{"1|1|null"});
}

TEST_CASE("a group becomes durable at its end, and is read before") {
  Fixture f;
  Session other(f.database);
  other.use("k");
  f.run({"CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))"});
  f.session.begin_group();
  f.run({"INSERT INTO t (k, c) VALUES (1, 1)", "INSERT INTO t (k, c) VALUES (1, 2)"});
  CHECK(f.session.pending() == 2);
  CHECK(f.rows("SELECT c FROM t WHERE k = 1") == Rows{"1", "2"});
  CHECK(rows(other, "SELECT c FROM t WHERE k = 1").empty());
  CHECK(f.refused("INSERT INTO t (k, c) VALUES (1, null)") == "null_key");
  CHECK(f.session.pending() == 2);
  f.session.commit_group();
  CHECK(f.session.pending() == 0);
  CHECK(rows(other, "SELECT c FROM t WHERE k = 1") == Rows{"1", "2"});
  f.run({"INSERT INTO t (k, c) VALUES (1, 3)"});
  CHECK(rows(other, "SELECT count(*) FROM t WHERE k = 1") == Rows{"3"});
}

TEST_CASE("a group goes on while the one before is made durable") {
  Fixture f;
  Session other(f.database);
  other.use("k");
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  f.session.begin_group();
  f.run({"INSERT INTO t (k, c) VALUES (1, 1)"});
  f.session.commit_group_async();
  CHECK(f.session.in_group());
  CHECK(f.session.pending() == 0);
  CHECK(f.rows("SELECT c FROM t WHERE k = 1") == Rows{"1"});
  CHECK(f.session.is_commit_done());
  f.run({"INSERT INTO t (k, c) VALUES (1, 2)"});
  f.session.commit_group_async();
  f.run({"INSERT INTO t (k, c) VALUES (1, 3)"});
  CHECK(f.session.pending() == 1);
  CHECK(f.rows("SELECT c FROM t WHERE k = 1") == Rows{"1", "2", "3"});
  CHECK(rows(other, "SELECT c FROM t WHERE k = 1") == Rows{"1", "2"});
  f.session.commit_group_async();
  f.run({"ALTER TABLE t ADD v int", "INSERT INTO t (k, c, v) VALUES (1, 4, 4)"});
  f.session.drop_group();
  CHECK_FALSE(f.session.in_group());
  CHECK(f.rows("SELECT c, v FROM t WHERE k = 1") == Rows{"1|null", "2|null", "3|null"});
}

namespace {

/// A table in a file that has little room.
struct SmallFile {
  SmallFile() {
    create_keyspace(session);
    session.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
  }
  static StoreOptions with_little_room() {
    StoreOptions options;
    options.map_size = 1 << 20;
    return options;
  }
  void insert(int key, std::size_t bytes = 4'000) {
    session.execute("INSERT INTO t (k, v) VALUES (" + std::to_string(key) + ", '" + std::string(bytes, 'v') +
                    "')");
  }

  Database database = Database::open_temporary(with_little_room());
  Session session{database};
};

}  // namespace

TEST_CASE("after a group that was lost the session goes on") {
  SmallFile file;
  Session& session = file.session;
  const auto insert = [&](int key) { file.insert(key); };
  session.begin_group();
  for (int key = 0; key < 400; ++key) insert(key);
  SECTION("by a statement") {
    CHECK(refusal_of([&] { rows(session, "SELECT v FROM t WHERE k = 1"); }) == "map_full");
    CHECK(refusal_of([&] { insert(400); }) == "map_full");  // what failed first, and gives the group up
    CHECK(refusal_of([&] { insert(401); }) == "group_lost");
    CHECK(refusal_of([&] { session.commit_group(); }) == "group_lost");
  }
  SECTION("at its end") {
    CHECK(refusal_of([&] { session.commit_group(); }) == "map_full");
  }
  SECTION("behind its end") {
    session.commit_group_async();
    CHECK(refusal_of([&] {
            while (!session.is_commit_done()) {
            }
          }) == "map_full");
  }
  CHECK_FALSE(session.in_group());
  insert(1);
  CHECK(rows(session, "SELECT k FROM t") == Rows{"1"});
}

TEST_CASE("of the groups before a full disk, as many are durable as the session counts") {
  constexpr int kRowsOfGroup = 20;
  for (const std::size_t bytes : {300, 900, 2'000, 4'000}) {
    for (const bool asks : {false, true}) {
      SmallFile file;
      Session& session = file.session;
      session.begin_group();
      CHECK_FALSE(refusal_of([&] {
                    for (int key = 1;; ++key) {
                      file.insert(key, bytes);
                      if (key % kRowsOfGroup != 0) continue;
                      session.commit_group_async();
                      if (asks) session.is_commit_done();
                    }
                  }).empty());
      session.drop_group();
      INFO(bytes << " bytes a row, asks: " << asks);
      CHECK(session.durable_groups() > 0);
      CHECK(rows(session, "SELECT count(*) FROM t") ==
            Rows{std::to_string(session.durable_groups() * kRowsOfGroup)});
    }
  }
}

TEST_CASE("a group that nobody commits leaves nothing") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  {
    Session session(f.database);
    session.use("k");
    session.begin_group();
    session.execute("INSERT INTO t (k) VALUES (1)");
  }
  CHECK(f.rows("SELECT * FROM t").empty());
}

TEST_CASE("a long result within a group commits it and goes on from a snapshot") {
  Fixture f;
  Session other(f.database);
  other.use("k");
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  f.session.begin_group();
  for (int c = 0; c < 250; ++c)
    f.session.execute("INSERT INTO t (k, c) VALUES (1, " + std::to_string(c) + ")");
  CHECK(f.rows("SELECT c FROM t WHERE k = 1 LIMIT 50").size() == 50);
  CHECK(f.session.pending() == 250);
  Result result = f.session.execute("SELECT c FROM t WHERE k = 1");
  CHECK(f.session.pending() == 0);
  CHECK(rows(other, "SELECT count(*) FROM t WHERE k = 1") == Rows{"250"});
  f.run({"INSERT INTO t (k, c) VALUES (2, 1)"});
  const Rows all = rows_of(result);
  REQUIRE(all.size() == 250);
  CHECK(all.front() == "0");
  CHECK(all[101] == "101");
  CHECK(all.back() == "249");
  CHECK(f.session.pending() == 1);
  f.session.commit_group();
}

TEST_CASE("definitions within a group keep the order of a script") {
  Fixture f;
  f.session.begin_group();
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k, v) VALUES (1, 1)",
         "ALTER TABLE t DROP v", "INSERT INTO t (k) VALUES (2)", "TRUNCATE t",
         "INSERT INTO t (k) VALUES (3)"});
  CHECK(f.session.schema()->find_table("k", "t")->columns.size() == 1);
  f.session.commit_group();
  CHECK(f.rows("SELECT * FROM t") == Rows{"3"});
}

TEST_CASE("a database serves several threads") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))"});
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      Session session(f.database);
      session.use("k");
      for (int c = 0; c < 25; ++c) {
        session.execute("INSERT INTO t (k, c) VALUES (" + std::to_string(number) + ", " + std::to_string(c) +
                        ")");
        rows(session, "SELECT * FROM t WHERE k = 0");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"100"});
}

TEST_CASE("a keyspace in use must be there") {
  Fixture f;
  CHECK_FALSE(refusal_of([&] { f.session.use("nowhere"); }).empty());
  CHECK(f.session.keyspace() == "k");
  f.run({"CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
         "USE other"});
  CHECK(f.session.keyspace() == "other");
  CHECK_FALSE(f.refused("SELECT * FROM t").empty());
}
