// A row of a view never shows what is left of an earlier row: earlier programs purged a base, and left what its views had
// of it to the purge of the views.
#include "../storage/store_fixture.h"
#include "fixture.h"
#include "storage/format/keys.h"
#include "storage/purge/row_purge.h"
#include "storage/rows/purge_queue.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/transaction_state.h"
#include "storage/verify/verify.h"

namespace cellar {
namespace {

/// Purges the rows of a table alone, as earlier programs did.
void purge_alone(const std::filesystem::path& path, const StoreOptions& options, const TablePointer& table) {
  const auto environment = open_environment(path.string(), options);
  TransactionState state(environment, std::make_unique<WriterLock>(*environment, WaitForWriter{}));
  state.begin();
  const TableLayout layout(table);
  const PurgeRule rule{purge_cutoff(state.now, layout.grace), nullptr};
  const std::string rows = table_prefix(table->id);
  std::vector<std::string> keys;
  {
    OrderedCursor cursor(state.data, &state.visited.entries);
    for (bool found = cursor.seek(rows); found && cursor.key().starts_with(rows); found = cursor.next())
      keys.emplace_back(cursor.key());
  }
  for (const std::string& key : keys) {
    const std::size_t begin = partition_prefix_size(key, *table) + 1;
    const std::size_t row_size = begin + clustering_size(layout, std::string_view(key).substr(begin));
    if (key.size() == row_size)
      purge_row(state, key, rule);
    else if (is_element_key(key, row_size))
      purge_element(state, key, std::string_view(key).substr(0, row_size), rule);
  }
  state.write_meta();
  state.lmdb.commit();
}

class PurgeFixture {
 public:
  PurgeFixture() : database(Database::open(path, clock.options())), session(database) {
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
    purge_alone(path, clock.options(), session.schema()->find_table("k", "t"));
  }

  test::HandClock clock;
  const test::Folder folder;
  const std::filesystem::path path = folder / "db";
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

TEST_CASE("rows that were deleted before a view or index was made are not shown by it when they are purged") {
  const std::string deletion = GENERATE(as<std::string>{}, "DELETE FROM t WHERE p = 1",
                                        "DELETE FROM t WHERE p = 1 AND c > 0 AND c < 9");
  const bool compacts = GENERATE(false, true);
  CAPTURE(deletion, compacts);
  test::HandClock clock;
  const test::Folder folder;
  {
    Database database = Database::open(folder / "db", clock.options());
    Session session(database);
    create_keyspace(session);
    const auto rows = [&](std::string_view select) {
      Result result = session.execute(select);
      return rows_of(result);
    };
    for (const std::string_view statement :
         {"CREATE TABLE t (p int, c int, a text, b int, m map<int, int>, s int STATIC, PRIMARY KEY (p, c)) "
          "WITH "
          "gc_grace_seconds = 10",
          "INSERT INTO t (p, c, a, b) VALUES (1, 1, 'marker', 1) USING TTL 5",
          "UPDATE t SET a = 'lives' WHERE p = 1 AND c = 1",
          "INSERT INTO t (p, c, a, b, s) VALUES (1, 2, 'cell', null, 7)",
          "UPDATE t SET a = 'collection', b = 3, m = {1: 1} WHERE p = 1 AND c = 3",
          "UPDATE t USING TTL 5 SET m[2] = 2 WHERE p = 1 AND c = 3",
          "UPDATE t USING TTL 5 SET m[2] = 2 WHERE p = 1 AND c = 4",
          "UPDATE t SET b = 4 WHERE p = 1 AND c = 4", deletion.c_str(),
          "CREATE MATERIALIZED VIEW v AS SELECT p, c, a FROM t WHERE p IS NOT NULL AND c IS NOT NULL PRIMARY "
          "KEY (c, p)",
          "CREATE MATERIALIZED VIEW by_b AS SELECT b, p, c, a, m FROM t WHERE p IS NOT NULL AND c IS NOT "
          "NULL AND "
          "b IS NOT NULL PRIMARY KEY (b, p, c)",
          "CREATE INDEX by_c ON t (c)", "CREATE INDEX by_a ON t (a)", "CREATE INDEX by_m ON t (keys(m))",
          "CREATE INDEX by_s ON t (s)", "CREATE TABLE other (p int PRIMARY KEY)"})
      session.execute(statement);
    clock.seconds += 100;
    if (compacts)
      database.compact();
    else
      for (int i = 0; i < 3; ++i) session.execute("INSERT INTO other (p) VALUES (1)");
    for (const std::string_view select :
         {"SELECT c FROM t", "SELECT c FROM v", "SELECT c FROM by_b", "SELECT c FROM t WHERE c = 4",
          "SELECT c FROM t WHERE a = 'collection'", "SELECT c FROM t WHERE m CONTAINS KEY 1"}) {
      INFO(select);
      CHECK(rows(select) == (select == "SELECT c FROM t" && deletion.ends_with('9') ? Rows{"null"} : Rows{}));
    }
  }
  Rows damages;
  verify_file(folder / "db",
              {.on_damage = [&](const Damage& damage) { damages.push_back(damage.place + damage.reason); },
               .interrupted = [] { return false; },
               .now = clock.seconds});
  CHECK(damages == Rows{});
}

}  // namespace cellar
