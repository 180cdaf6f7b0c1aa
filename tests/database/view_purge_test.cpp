// A row of a view never shows what is left of an earlier row: the view may purge later than its base.
#include "../storage/fixture.h"
#include "fixture.h"

namespace cellar {
namespace {

class PurgeFixture {
 public:
  PurgeFixture() : database(Database::open_temporary(clock.options())), session(database) {
    create_keyspace(session);
    session.execute(
        "CREATE TABLE t (p int, c int, a text, b int, m map<text, int>, PRIMARY KEY (p, c)) WITH "
        "gc_grace_seconds = 10");
    session.execute(
        "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE p IS NOT NULL AND c IS NOT NULL PRIMARY KEY (c, "
        "p) "
        "WITH gc_grace_seconds = 1000000");
  }
  void run(const std::string& statement) { session.execute(statement); }
  Rows view() {
    Result result = session.execute("SELECT c, p, b, a, m FROM v");
    return rows_of(result);
  }
  /// Expired data of the base are purged, and those of the view are not.
  void purge_base() {
    clock.seconds += 100;
    for (int i = 0; i < 20; ++i) run("INSERT INTO t (p, c) VALUES (9, 9)");
    run("DELETE FROM t WHERE p = 9");
  }

  test::HandClock clock;
  Database database;
  Session session;
};

}  // namespace

TEST_CASE("elements that the base has purged are not shown as a row of the view") {
  PurgeFixture fixture;
  fixture.run("UPDATE t USING TTL 5 SET m = {'x': 1} WHERE p = 1 AND c = 2");
  fixture.purge_base();
  fixture.run("INSERT INTO t (p, c, b) VALUES (1, 2, 3)");
  CHECK(fixture.view() == Rows{"2|1|3|null|null"});
  fixture.run("UPDATE t SET m['y'] = 4 WHERE p = 1 AND c = 2");
  CHECK(fixture.view() == Rows{"2|1|3|null|{'y': 4}"});
}

TEST_CASE("a large cell that the base has purged is not read in the row of the view") {
  PurgeFixture fixture;
  fixture.run("UPDATE t USING TTL 5 SET a = '" + std::string(5'000, 'x') + "' WHERE p = 1 AND c = 2");
  fixture.purge_base();
  fixture.run("INSERT INTO t (p, c, b) VALUES (1, 2, 3)");
  CHECK(fixture.view() == Rows{"2|1|3|null|null"});
  fixture.run("INSERT INTO t (p, c, a, m) VALUES (1, 2, 'y', {'z': 5})");
  CHECK(fixture.view() == Rows{"2|1|3|'y'|{'z': 5}"});
}

TEST_CASE("elements that were deleted after the base has purged the key of a view are not shown again") {
  PurgeFixture fixture;
  fixture.run(
      "CREATE MATERIALIZED VIEW by_b AS SELECT * FROM t WHERE b IS NOT NULL AND p IS NOT NULL AND c IS NOT "
      "NULL "
      "PRIMARY KEY (b, p, c) WITH gc_grace_seconds = 1000000");
  fixture.run("INSERT INTO t (p, c, a, m) VALUES (1, 2, '" + std::string(5'000, 'x') + "', {'x': 1})");
  fixture.run("UPDATE t USING TTL 5 SET b = 3 WHERE p = 1 AND c = 2");
  fixture.purge_base();
  fixture.run("DELETE a, m FROM t WHERE p = 1 AND c = 2");
  fixture.run("INSERT INTO t (p, c, b, m) VALUES (1, 2, 3, {'y': 2})");
  Result result = fixture.session.execute("SELECT b, p, c, a, m FROM by_b");
  CHECK(rows_of(result) == Rows{"3|1|2|null|{'y': 2}"});
}

}  // namespace cellar
