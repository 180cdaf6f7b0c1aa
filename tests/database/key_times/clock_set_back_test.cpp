// A clock that was ahead for a while and is set back: indexes and views show what their table shows.
#include <algorithm>

#include "../storage/damaged.h"
#include "fixture.h"

namespace cellar {
namespace {

using Changes = std::vector<std::string>;

/// A table with indexes and views, of which all may be purged before the others by their grace.
class Ahead {
 public:
  Ahead(int grace_of_table, int grace_of_views) : database(Database::open(path(), clock.options())) {
    session.emplace(*database);
    create_keyspace(*session);
    run("CREATE TABLE t (p int, c int, b int, a text, m map<text, int>, s int STATIC, PRIMARY KEY (p, c)) "
        "WITH "
        "gc_grace_seconds = " +
        std::to_string(grace_of_table));
    for (const char* on : {"b", "s", "c", "keys(m)"}) run(std::string("CREATE INDEX ON t (") + on + ")");
    run("CREATE INDEX a_sai ON t (a) USING 'sai'");
    const std::string with = " WITH gc_grace_seconds = " + std::to_string(grace_of_views);
    run("CREATE MATERIALIZED VIEW by_c AS SELECT p, c, b, a, m FROM t WHERE p IS NOT NULL AND c IS NOT NULL "
        "PRIMARY "
        "KEY (c, p)" +
        with);
    run("CREATE MATERIALIZED VIEW by_b AS SELECT p, c, b, a, m FROM t WHERE b IS NOT NULL AND p IS NOT NULL "
        "AND c IS "
        "NOT NULL PRIMARY KEY (b, p, c)" +
        with);
    run("CREATE MATERIALIZED VIEW keys_only AS SELECT p, c FROM t WHERE p IS NOT NULL AND c IS NOT NULL "
        "PRIMARY KEY "
        "(c, p)" +
        with);
  }

  void run(const std::string& statement) { session->execute(statement); }

  void write_rows() {
    for (int c = 0; c < 40; ++c) {
      const std::string row = "VALUES (1, " + std::to_string(c) + ", " + std::to_string(c % 3) + ", '" +
                              std::string(c % 4 == 0 ? 5'000 : 3, 'x') + "', {'k': 1, 'l': 2})";
      run("INSERT INTO t (p, c, b, a, m) " + row +
          (c % 5 == 0 ? "" : " USING TTL " + std::to_string(50 + c)));
      const std::string where = " WHERE p = 1 AND c = " + std::to_string(c);
      if (c % 5 == 0) run("UPDATE t USING TTL 40 SET b = 2, m['k'] = 7, a = 'short'" + where);
      if (c % 7 == 0) run("UPDATE t USING TTL 45 SET m['n'] = 7" + where);
    }
    run("UPDATE t USING TTL 60 SET s = 3 WHERE p = 1");
  }

  Rows sorted(const std::string& select) {
    Result result = session->execute(select);
    Rows rows = rows_of(result);
    std::ranges::sort(rows);
    return rows;
  }

  void compare() {
    const std::string columns = "p, c, b, a, m";
    CHECK(sorted("SELECT " + columns + " FROM by_c") == rows_where("p = 1", columns));
    CHECK(sorted("SELECT p, c FROM keys_only") == rows_where("p = 1", "p, c"));
    Rows with_b;
    for (int b = 0; b < 3; ++b) {
      const std::string is_b = "b = " + std::to_string(b);
      const Rows rows = rows_without_index([&](const Rows& row) { return row[2] == std::to_string(b); });
      CHECK(sorted("SELECT " + columns + " FROM t WHERE " + is_b) == rows);
      with_b.insert(with_b.end(), rows.begin(), rows.end());
    }
    std::ranges::sort(with_b);
    CHECK(sorted("SELECT " + columns + " FROM by_b") == with_b);
    CHECK(sorted("SELECT " + columns + " FROM t WHERE m CONTAINS KEY 'k'") ==
          rows_without_index([](const Rows& row) { return row[4].find("'k'") != std::string::npos; }));
    CHECK(sorted("SELECT " + columns + " FROM t WHERE a = 'xxx'") ==
          rows_without_index([](const Rows& row) { return row[3] == "'xxx'"; }));
  }

  /// What `cellar verify` says by the clock as it is.
  void verify() {
    session.reset();
    database.reset();
    Rows damages;
    const VerifyActions actions{
        .on_damage = [&](const Damage& damage) { damages.push_back(damage.place + ": " + damage.reason); },
        .interrupted = [] { return false; },
        .now = clock.seconds};
    verify_file(path(), actions);
    CHECK(damages == Rows{});
    database = Database::open(path(), clock.options());
    session.emplace(*database);
    session->use("k");
  }

  test::HandClock clock;
  const test::Folder folder;
  std::filesystem::path path() const { return folder / "db"; }
  std::optional<Database> database;
  std::optional<Session> session;

 private:
  Rows rows_where(const std::string& where, const std::string& columns) {
    return sorted("SELECT " + columns + " FROM t WHERE " + where);
  }
  template <typename Passes>
  Rows rows_without_index(Passes passes) {
    Rows rows;
    for (const std::string& row : sorted("SELECT p, c, b, a, m FROM t WHERE p = 1")) {
      Rows values{""};
      for (const char byte : row) {
        if (byte == '|')
          values.emplace_back();
        else
          values.back() += byte;
      }
      if (passes(values)) rows.push_back(row);
    }
    return rows;
  }
};

struct Graces {
  int of_table, of_views;
};

}  // namespace

TEST_CASE("indexes and views agree with their table after a clock that was ahead is set back") {
  const auto graces = GENERATE(Graces{10, 100'000}, Graces{100'000, 10}, Graces{10, 10});
  const int writes = GENERATE(1, 3, 40);  // each purges a part
  Ahead ahead(graces.of_table, graces.of_views);
  ahead.write_rows();
  const Seconds right = ahead.clock.seconds;
  for (const Seconds by : {60, 75, 500'000}) {
    ahead.clock.seconds = right + by;
    for (int i = 0; i < writes; ++i) ahead.run("INSERT INTO t (p, c) VALUES (9, 9)");
    ahead.run("DELETE FROM t WHERE p = 9");
    ahead.clock.seconds = right + 1;
    ahead.compare();
    ahead.verify();
  }
  ahead.clock.seconds = right + 1;
  ahead.write_rows();
  ahead.compare();
  ahead.verify();
}

TEST_CASE("indexes and views agree with their table after COMPACT by a clock that is set back then") {
  const auto graces = GENERATE(Graces{10, 100'000}, Graces{100'000, 10}, Graces{10, 10});
  Ahead ahead(graces.of_table, graces.of_views);
  ahead.write_rows();
  const Seconds right = ahead.clock.seconds;
  for (const Seconds by : {60, 75, 500'000}) {
    ahead.clock.seconds = right + by;
    ahead.database->compact();
    ahead.clock.seconds = right + 1;
    ahead.compare();
    ahead.verify();
  }
}

}  // namespace cellar
