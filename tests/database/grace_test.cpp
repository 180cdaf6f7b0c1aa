// How long deletions are kept when ALTER TABLE changes gc_grace_seconds.
#include "fixture.h"

using namespace cellar;

namespace {

struct Timed {
  Timestamp now = Timestamp{1'700'000'000} * 1'000'000;
  Database database = Database::open_temporary(options());
  Session session{database};

  Timed() { create_keyspace(session); }

  StoreOptions options() {
    StoreOptions options;
    options.clock = [this] { return now; };
    return options;
  }
  void pass(std::int64_t seconds) { now += seconds * 1'000'000; }
  void run(std::initializer_list<std::string_view> statements) {
    for (const std::string_view statement : statements) session.execute(statement);
  }
  /// Each commit purges a bit.
  void purge() {
    for (int i = 0; i < 20; ++i) run({"INSERT INTO other (k) VALUES (1)"});
  }
  Rows rows(std::string_view statement) {
    Result result = session.execute(statement);
    return rows_of(result);
  }
};

}  // namespace

TEST_CASE("ALTER TABLE of the grace holds for what was deleted before") {
  Timed t;
  t.run({"CREATE TABLE other (k int PRIMARY KEY)",
         "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c)) WITH gc_grace_seconds = 100",
         "DELETE FROM t USING TIMESTAMP 20 WHERE k = 1 AND c = 1",
         "DELETE FROM t USING TIMESTAMP 20 WHERE k = 1 AND c > 1",
         "DELETE FROM t USING TIMESTAMP 20 WHERE k = 2"});
  const auto write_late = [&] {
    t.run({"INSERT INTO t (k, c) VALUES (1, 1) USING TIMESTAMP 10",
           "INSERT INTO t (k, c) VALUES (1, 2) USING TIMESTAMP 10",
           "INSERT INTO t (k, c) VALUES (2, 1) USING TIMESTAMP 10"});
    return t.rows("SELECT k, c FROM t").size();
  };
  SECTION("upwards") {
    t.pass(50);
    t.run({"ALTER TABLE t WITH gc_grace_seconds = 1000"});
    t.pass(950);
    t.purge();
    CHECK(write_late() == 0);
    t.pass(1);
    t.purge();
    CHECK(write_late() == 3);
  }
  SECTION("downwards") {
    t.pass(50);
    t.run({"ALTER TABLE t WITH gc_grace_seconds = 49"});
    t.purge();
    CHECK(write_late() == 3);
  }
  SECTION("another change of the table leaves it as it is") {
    t.run({"ALTER TABLE t WITH comment = 'x'", "ALTER TABLE t ADD w int"});
    t.pass(100);
    t.purge();
    CHECK(write_late() == 0);
  }
}

TEST_CASE("a clock ahead of the system's shows what has expired, and purges nothing") {
  Timed t;
  t.run({"CREATE TABLE other (k int PRIMARY KEY)", "CREATE TABLE t (k int PRIMARY KEY, v int)"});
  const Timestamp before = t.now;
  t.now = system_clock_microseconds();
  t.run({"INSERT INTO t (k, v) VALUES (1, 1) USING TTL 100000",
         "DELETE FROM t USING TIMESTAMP 20 WHERE k = 2"});
  t.pass(1'000'000'000);
  CHECK(t.rows("SELECT k FROM t WHERE k = 1").empty());
  t.purge();
  t.now = before;
  CHECK(t.rows("SELECT k FROM t WHERE k = 1").size() == 1);
  t.run({"INSERT INTO t (k, v) VALUES (2, 2) USING TIMESTAMP 10"});
  CHECK(t.rows("SELECT k FROM t WHERE k = 2").empty());
}
