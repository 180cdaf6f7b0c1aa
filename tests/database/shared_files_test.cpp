// What several processes and sessions do with one file at once.

#include <fstream>

#include "../storage/child.h"
#include "../storage/lmdb/read_only_mount.h"
#include "fixture.h"

namespace cellar {

TEST_CASE("compact keeps the cells of a column that another session adds while it runs") {
  Fixture fixture;
  fixture.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k, v) VALUES (1, 1)"});
  Session other(fixture.database);
  other.use("k");
  int asked = 0;
  WaitForWriter wait;
  wait.interrupted = [&] {
    // Between the purge of the queue and the first pass through the tables.
    if (++asked == 2) {
      other.execute("ALTER TABLE t ADD w text");
      other.execute("ALTER TABLE t ADD m map<int, int>");
      other.execute("UPDATE t SET w = 'kept', m = {1: 2} WHERE k = 1");
    }
    return false;
  };
  fixture.database.compact(wait);
  CHECK(asked > 2);
  CHECK(fixture.rows("SELECT * FROM t WHERE k = 1") == Rows{"1|{1: 2}|1|'kept'"});
}

TEST_CASE("damage that is met while rows are decoded is told with the file's path") {
  const test::Folder folder;
  const std::filesystem::path path = folder / "data.cellar";
  {
    Session session(Database::open(path));
    create_keyspace(session);
    session.execute("CREATE TABLE t (k int PRIMARY KEY, v text, w int)");
    session.execute("INSERT INTO t (k, v, w) VALUES (1, 'damaged', 2)");
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::string cell =
      "\x07"
      "damaged";
  for (std::size_t place = 0; (place = bytes.find(cell, place)) != bytes.npos; ++place) {
    file.seekp(static_cast<std::streamoff>(place)).put('\x7E');  // the size of the text
  }
  file.close();
  Session session(Database::open(path));
  session.use("k");
  for (const char* statement : {"SELECT v, w FROM t", "SELECT v, w FROM t WHERE k = 1",
                                "SELECT max(w) FROM t", "UPDATE t SET w = 3 WHERE k = 1"}) {
    INFO(statement);
    try {
      Result result = session.execute(statement);
      rows_of(result);
      FAIL("it is not refused");
    } catch (const Refusal& refusal) {
      CHECK(refusal.diagnostic.id == "file_damaged");
      REQUIRE(refusal.diagnostic.parameters.size() == 1);
      CHECK(refusal.diagnostic.parameters[0].value == path.string());
    }
  }
}

TEST_CASE("a result on a read-only mount holds no writer up while nobody pulls its rows") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "original");
  std::filesystem::create_directory(folder / "read_only");
  constexpr int kRows = 20'000;
  test::Child child([&](test::Pipes& pipes) {
    pipes.hear();
    if (!test::mount_read_only(folder / "original", folder / "read_only")) return test::kNotPermitted;
    StoreOptions options;
    options.read_only = true;
    const Database database = Database::open(folder / "read_only" / "data.cellar", options);
    Session session(database);
    session.use("k");
    Result result = session.execute("SELECT k FROM t");
    int rows = 0;
    while (rows < 10 && result.next() != nullptr) ++rows;
    pipes.say(1);
    pipes.hear();
    while (result.next() != nullptr) ++rows;
    if (rows != kRows) return 1;
    Result count = session.execute("SELECT count(*) FROM t");
    return rows_of(count) == Rows{std::to_string(kRows)} ? 0 : 2;
  });
  const Database database = Database::open(folder / "original" / "data.cellar");
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int PRIMARY KEY, v int)");
  const auto write_all = [&](int value) {
    session.begin_group();
    for (int i = 0; i < kRows; ++i) {
      session.execute("INSERT INTO t (k, v) VALUES (" + std::to_string(i) + ", " + std::to_string(value) +
                      ")");
    }
    session.commit_group();
  };
  write_all(0);
  child.pipes.say(1);
  if (child.pipes.hear() != 1) {
    CHECK(child.wait() == test::kNotPermitted);
    test::report_not_permitted("no right to mount a file system");
    return;
  }
  for (int value = 1; value < 4; ++value) write_all(value);
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

}  // namespace cellar
