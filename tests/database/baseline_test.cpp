// A temporary database goes back to its baseline, and everything goes on from there.

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <random>

#include "fixture.h"

namespace cellar {

namespace {

std::vector<Rows> all_rows(Session& session, const std::vector<std::string>& tables) {
  std::vector<Rows> all;
  for (const std::string& table : tables) {
    Result result = session.execute("SELECT * FROM " + table);
    all.push_back(rows_of(result));
  }
  return all;
}

const std::vector<std::string> kTables = {"t", "counts", "by_v"};

void define(Session& session) {
  for (const char* const statement :
       {"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "USE k",
        "CREATE TABLE t (p int, c int, v int, s int static, l list<int>, m map<text, int>, PRIMARY KEY (p, "
        "c))",
        "CREATE INDEX ON t (v)", "CREATE TABLE counts (p int PRIMARY KEY, n counter)",
        "CREATE MATERIALIZED VIEW by_v AS SELECT p, c, v, l FROM t WHERE v IS NOT NULL AND p IS NOT NULL AND "
        "c IS NOT "
        "NULL "
        "PRIMARY KEY (v, p, c)"}) {
    session.execute(statement);
  }
}

std::string random_statement(std::mt19937& random) {
  const auto number = [&](unsigned below) { return std::to_string(random() % below); };
  const std::string row = " WHERE p = " + number(4) + " AND c = " + number(5);
  switch (random() % 12) {
    case 0:
      return "DELETE FROM t" + row;
    case 1:
      return "DELETE FROM t WHERE p = " + number(4);
    case 2:
      return "DELETE FROM t WHERE p = " + number(4) + " AND c > " + number(5);
    case 3:
      return "UPDATE t SET l = l + [" + number(9) + "], m['" + number(4) + "'] = " + number(9) + row;
    case 4:
      return "UPDATE counts SET n = n + 1 WHERE p = " + number(3);
    case 5:
      return "INSERT INTO t (p, c, v) VALUES (" + number(4) + ", " + number(5) + ", " + number(6) +
             ") USING TTL 1000";
    case 6:
      return "UPDATE t SET s = " + number(9) + " WHERE p = " + number(4);
    case 7:
      return "INSERT INTO t (p, c, v) VALUES (" + number(4) + ", " + number(5) + ", 1) IF NOT EXISTS";
    default:
      return "UPDATE t SET v = " + number(6) + row;
  }
}

std::string random_definition(std::mt19937& random, unsigned number) {
  const std::string name = std::to_string(number);
  switch (random() % 6) {
    case 0:
      return "CREATE TABLE other" + name + " (p int PRIMARY KEY)";
    case 1:
      return "ALTER TABLE t ADD new" + name + " int";
    case 2:
      return "TRUNCATE t";
    case 3:
      return "DROP MATERIALIZED VIEW IF EXISTS by_v";
    case 4:
      return "DROP TABLE counts";
    default:
      return "CREATE TYPE type" + name + " (a int)";
  }
}

}  // namespace

TEST_CASE("a database goes back to its baseline, whatever was written and defined since") {
  const Database database = Database::open_temporary();
  Session session(database);
  define(session);
  std::mt19937 random(5);
  for (int count = 0; count < 40; ++count) session.execute(random_statement(random));
  database.mark_baseline();
  const std::vector<Rows> baseline = all_rows(session, kTables);
  const Prepared select = session.prepare("SELECT v FROM t WHERE p = ? AND c = ?");
  const Prepared insert = session.prepare("INSERT INTO t (p, c, v) VALUES (?, ?, ?)");
  for (unsigned round = 0; round < 30; ++round) {
    INFO("round " << round);
    for (unsigned count = 0; count < 1 + random() % 60; ++count)
      static_cast<void>(session.attempt(random_statement(random)));
    if (round % 3 == 1) {
      // A definition may refuse what an earlier one has made impossible.
      for (unsigned count = 0; count < 3; ++count) {
        static_cast<void>(session.attempt(random_definition(random, count)));
      }
    }
    if (round % 7 == 3) database.compact();
    database.reset_to_baseline();
    REQUIRE(all_rows(session, kTables) == baseline);
    session.execute(insert, 3, 100, 7);
    Result result = session.execute(select, 3, 100);
    const ResultRow* const row = result.next();
    REQUIRE(row != nullptr);
    CHECK(row->get<int>("v") == 7);
    Result by_view = session.execute("SELECT p FROM by_v WHERE v = 7 AND p = 3 AND c = 100");
    CHECK(rows_of(by_view).size() == 1);
    Result by_index = session.execute("SELECT c FROM t WHERE v = 7");
    CHECK(rows_of(by_index).size() == 1);
    database.reset_to_baseline();
    REQUIRE(all_rows(session, kTables) == baseline);
  }
}

TEST_CASE("a reset that fails can be tried again") {
  StoreOptions options;
  options.map_size = std::size_t{8} << 20;
  const Database database = Database::open_temporary(options);
  Session session(database);
  for (const char* const statement :
       {"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "USE k",
        "CREATE TABLE t (p int PRIMARY KEY, v text)"})
    session.execute(statement);
  const Prepared insert = session.prepare("INSERT INTO t (p, v) VALUES (?, ?)");
  constexpr int kRows = 200;
  for (int row = 0; row < kRows; ++row) session.execute(insert, row, std::string(1000, 'a'));
  database.mark_baseline();
  const std::vector<Rows> baseline = all_rows(session, {"t"});
  Session reader(database);
  Result held = reader.execute("SELECT v FROM k.t");
  REQUIRE(held.next() != nullptr);  // from here on no page that it may read is used again
  for (int row = 0; row < kRows; ++row) session.execute(insert, row, std::string(1000, 'b'));
  for (int row = kRows;; ++row) {
    if (std::holds_alternative<Refusal>(session.attempt(
            "INSERT INTO t (p, v) VALUES (" + std::to_string(row) + ", '" + std::string(1000, 'c') + "')")))
      break;
  }
  CHECK_THROWS_AS(database.reset_to_baseline(), Refusal);
  CHECK(all_rows(session, {"t"}) != baseline);
  held = Result();
  database.reset_to_baseline();
  CHECK(all_rows(session, {"t"}) == baseline);
  session.execute(insert, 1, "d");
  database.reset_to_baseline();
  CHECK(all_rows(session, {"t"}) == baseline);
}

TEST_CASE("a reset tells listeners what has changed") {
  const Database database = Database::open_temporary();
  Session session(database);
  define(session);
  database.mark_baseline();
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<SchemaEvent> events;
  const SchemaListener listener(database, [&](const SchemaEvent& event) {
    const std::lock_guard guard(mutex);
    events.push_back(event);
    changed.notify_all();
  });
  session.execute("CREATE TABLE later (p int PRIMARY KEY)");
  database.reset_to_baseline();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return events.size() == 2; });
  CHECK(events[0] == SchemaEvent{SchemaEvent::Change::created, SchemaEvent::Target::table, "k", "later"});
  CHECK(events[1] == SchemaEvent{SchemaEvent::Change::dropped, SchemaEvent::Target::table, "k", "later"});
}

TEST_CASE("a file has no baseline, and neither has a database that nobody has marked") {
  const Database temporary = Database::open_temporary();
  CHECK(refusal_of([&] { temporary.reset_to_baseline(); }) == "no_baseline");
  char folder[] = "/tmp/cellar-baseline-XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  const Database kept = Database::open(std::filesystem::path(folder) / "kept.cellar");
  CHECK(refusal_of([&] { kept.mark_baseline(); }) == "no_baseline_of_file");
  CHECK(refusal_of([&] { kept.reset_to_baseline(); }) == "no_baseline_of_file");
  std::filesystem::remove_all(folder);
}

}  // namespace cellar
