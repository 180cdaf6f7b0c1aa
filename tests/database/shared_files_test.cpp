// What several processes and sessions do with one file at once.

#include <fstream>
#include <set>

#include "../storage/child.h"
#include "../storage/map/read_only_mount.h"
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

namespace {

/// A database in one folder, which another process mounts a second time to read.
struct Mounted {
  test::Folder folder;
  std::filesystem::path original = folder / "original";
  std::filesystem::path read_only = folder / "read_only";

  Mounted() {
    std::filesystem::create_directory(original);
    std::filesystem::create_directory(read_only);
  }
  Database open() const { return Database::open(original / "data.cellar"); }
  Database open_read_only() const {
    StoreOptions options;
    options.read_only = true;
    return Database::open(read_only / "data.cellar", options);
  }
};

void write_all(Session& session, int rows, const std::string& value) {
  session.begin_group();
  for (int i = 0; i < rows; ++i) {
    session.execute(session.prepare("INSERT INTO t (k, v) VALUES (?, ?)"), i, value);
  }
  session.commit_group();
}

/// Returns true if the child has mounted the folder; else the test ends.
bool has_mounted(test::Child& child) {
  if (child.pipes.hear() == 1) return true;
  CHECK(child.wait() == test::kNotPermitted);
  test::report_not_permitted("no right to mount a file system");
  return false;
}

}  // namespace

TEST_CASE("a result on a read-only mount is of one version, and holds no writer up") {
  const Mounted mounted;
  constexpr int kRows = 20'000;
  test::Child child([&](test::Pipes& pipes) {
    pipes.hear();
    if (!test::mount_read_only(mounted.original, mounted.read_only)) return test::kNotPermitted;
    const Database database = mounted.open_read_only();
    Session session(database);
    session.use("k");
    Result begun = session.execute("SELECT v FROM t");
    Result other = session.execute("SELECT v FROM t");  // no row of it is pulled yet
    std::set<std::string> values;
    int rows = 0;
    const auto pull = [&](Result& result) {
      const ResultRow* row = result.next();
      if (row != nullptr) values.insert(row->get<std::string>("v"));
      return row != nullptr;
    };
    while (rows < 10 && pull(begun)) ++rows;
    pipes.say(1);
    pipes.hear();
    while (pull(begun)) ++rows;
    if (rows != kRows || values != std::set<std::string>{"before"}) return 1;
    while (pull(other)) ++rows;
    if (rows != 2 * kRows || values.size() != 1) return 2;
    Result count = session.execute("SELECT count(*) FROM t");
    return rows_of(count) == Rows{std::to_string(kRows)} ? 0 : 3;
  });
  Session session(mounted.open());
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
  write_all(session, kRows, "before");
  child.pipes.say(1);
  if (!has_mounted(child)) return;
  for (const char* value : {"after", "later", "at last"}) write_all(session, kRows, value);
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE("a large result on a read-only mount goes on until somebody writes, then it is refused") {
  const Mounted mounted;
  constexpr int kRows = 200;  // of 1 MiB
  test::Child child([&](test::Pipes& pipes) {
    pipes.hear();
    if (!test::mount_read_only(mounted.original, mounted.read_only)) return test::kNotPermitted;
    const Database database = mounted.open_read_only();
    Session session(database);
    session.use("k");
    int rows = 0;
    for (Result whole = session.execute("SELECT v FROM t"); whole.next() != nullptr;) ++rows;
    if (rows != kRows) return 1;
    Result paused = session.execute("SELECT v FROM t");
    Result result = session.execute("SELECT v FROM t");
    if (result.next() == nullptr || paused.next() == nullptr) return 2;
    pipes.say(1);
    pipes.hear();
    try {
      for (rows = 1; result.next() != nullptr;) ++rows;
      return 3;
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.id != "snapshot_lost" || rows == 1 || result.next() != nullptr) return 4;
    }
    paused.pause();
    for (rows = 1; paused.next() != nullptr;) ++rows;
    return rows == kRows ? 0 : 5;
  });
  Session session(mounted.open());
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
  write_all(session, kRows, std::string(1 << 20, 'v'));
  child.pipes.say(1);
  if (!has_mounted(child)) return;
  session.execute("UPDATE t SET v = 'short' WHERE k = 1");
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE("open results leave room in the table of readers for those who write and open the file") {
  const test::Folder folder;
  test::Child child([&](test::Pipes& pipes) {
    pipes.hear();
    Session session(Database::open(folder / "data.cellar"));
    session.use("k");
    session.execute("INSERT INTO t (k, v) VALUES (2, 'another process')");
    Result row = session.execute("SELECT v FROM t WHERE k = 2");  // is read before the call returns
    return rows_of(row) == Rows{"'another process'"} ? 0 : 1;
  });
  const Database database = Database::open(folder / "data.cellar");
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int PRIMARY KEY, v text)");
  std::vector<Result> results;
  const auto open_all = [&] {
    while (results.size() < 2'000) results.push_back(session.execute("SELECT k FROM t"));
  };
  CHECK(refusal_of(open_all) == "too_many_readers");
  CHECK(results.size() > 500);
  session.execute("INSERT INTO t (k, v) VALUES (1, 'this process')");
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK(refusal_of(open_all) == "too_many_readers");

  // A paused result goes on once there is room for it.
  Result paused = std::move(results.back());
  results.pop_back();
  paused.pause();
  CHECK(refusal_of(open_all) == "too_many_readers");
  CHECK(refusal_of([&] { paused.next(); }) == "too_many_readers");
  results.clear();
  int rows = 0;
  while (paused.next() != nullptr) ++rows;
  CHECK(rows == 2);
}

}  // namespace cellar
