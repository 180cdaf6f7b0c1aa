// Values that are too long for the key that an index or view would keep them under.

#include "../storage/store_fixture.h"
#include "fixture.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

const std::string kTooLong(65'536, 'x');
const std::string kHuge(1'100'000, 'x');

struct LongKeys : Fixture {
  std::string bound(std::string_view text, std::vector<BoundValue> values) {
    return refusal_of([&] {
      const Prepared prepared = session.prepare(text);
      session.execute(prepared, values);
    });
  }
  /// Runs the definition with values too long stored before, and once more with them gone.
  void check_definition(std::string_view definition, std::string_view shortens, std::string_view reads) {
    INFO(definition);
    CHECK(refused(definition) == "row_too_long_to_derive");
    CHECK(rows("SELECT index_name FROM system_schema.indexes WHERE keyspace_name = 'k'").empty());
    CHECK(rows("SELECT view_name FROM system_schema.views WHERE keyspace_name = 'k'").empty());
    run({shortens, definition});
    CHECK(rows(reads) == Rows{"1"});
  }
};

}  // namespace

TEST_CASE("a write of a value that is too long for a sai index is refused") {
  LongKeys f;
  f.run(
      {"CREATE TABLE t (p int PRIMARY KEY, a text, s set<text>, m map<text, text>, l list<text>, "
       "f frozen<list<text>>, n map<text, text>)",
       "CREATE INDEX ON t (a) USING 'sai'", "CREATE INDEX ON t (l) USING 'sai'",
       "CREATE INDEX ON t (entries(m)) USING 'sai'", "CREATE INDEX ON t (values(n)) USING 'sai'",
       "CREATE INDEX ON t (full(f)) USING 'sai'"});
  const std::string almost = kTooLong.substr(1);
  CHECK(f.bound("INSERT INTO t (p, a) VALUES (1, ?)", {bound_text(kTooLong)}) == "indexed_value_too_long");
  CHECK(f.bound("UPDATE t SET a = ? WHERE p = 1", {bound_text(kHuge)}) == "indexed_value_too_long");
  CHECK(f.bound("UPDATE t SET a = ? WHERE p = 1 IF a = null", {bound_text(kHuge)}) ==
        "indexed_value_too_long");
  CHECK(f.bound("UPDATE t SET m['a'] = ? WHERE p = 1", {bound_text(almost)}) == "indexed_value_too_long");
  CHECK(f.bound("UPDATE t SET n['a'] = ? WHERE p = 1", {bound_text(kTooLong)}) == "indexed_value_too_long");
  f.run({"UPDATE t SET l = ['a'] WHERE p = 1"});
  CHECK(f.bound("UPDATE t SET l[0] = ? WHERE p = 1", {bound_text(kTooLong)}) == "indexed_value_too_long");
  CHECK(f.refused("UPDATE t SET l = l + ['" + kTooLong + "'] WHERE p = 1") == "indexed_value_too_long");
  CHECK(f.refused("UPDATE t SET f = ['" + almost + "'] WHERE p = 1") == "indexed_value_too_long");
  CHECK(f.bound("UPDATE t SET a = ?, s = {'b'} WHERE p = 2", {bound_text(almost)}) == "");
  CHECK(f.rows("SELECT p FROM t WHERE a = '" + almost + "'") == Rows{"2"});
  CHECK(f.rows("SELECT p FROM t WHERE a = '" + kHuge + "'").empty());
  CHECK(f.rows("SELECT p, l FROM t WHERE p = 1") == Rows{"1|['a']"});
}

TEST_CASE("a write is refused if the row of a view would have a key that is too long") {
  LongKeys f;
  f.run(
      {"CREATE TABLE t (p text, c text, d text, a text, b text, m map<text, text>, PRIMARY KEY (p, c, d))",
       "CREATE MATERIALIZED VIEW by_a AS SELECT * FROM t WHERE a IS NOT NULL AND p IS NOT NULL AND c IS NOT "
       "NULL "
       "AND d IS NOT NULL PRIMARY KEY (a, p, c, d)",
       "CREATE MATERIALIZED VIEW whole AS SELECT * FROM t WHERE p IS NOT NULL AND c IS NOT NULL AND d = 'd' "
       "PRIMARY KEY ((p, c), d)"});
  const std::string half(40'000, 'x');
  const auto write = [&](std::string_view p, std::string_view c, std::string_view d, std::string_view a) {
    return f.bound("INSERT INTO t (p, c, d, a) VALUES (?, ?, ?, ?)",
                   {bound_text(std::string(p)), bound_text(std::string(c)), bound_text(std::string(d)),
                    bound_text(std::string(a))});
  };
  CHECK(write("p", "c", "d", kTooLong) == "view_key_value_too_long");
  CHECK(write("p", "c", "d", kHuge) == "view_key_value_too_long");
  CHECK(write(half, half, "d", "a") == "view_key_value_too_long");
  CHECK(write(half, half, "e", "a") == "view_key_value_too_long");  // the clustering key of by_a
  CHECK(write(half, "c", "d", half) == "");
  CHECK(f.bound("INSERT INTO t (p, c, d) VALUES (?, ?, 'e')", {bound_text(half), bound_text(half)}) == "");
  CHECK(f.bound("INSERT INTO t (p, c, d) VALUES (?, ?, 'd')", {bound_text(half), bound_text(half)}) ==
        "view_key_value_too_long");
  CHECK(f.bound("UPDATE t SET m['a'] = 'b' WHERE p = ? AND c = ? AND d = 'd'",
                {bound_text(half), bound_text(half)}) == "view_key_value_too_long");
  CHECK(f.bound("UPDATE t SET b = ? WHERE p = 'p' AND c = 'c' AND d = 'd'", {bound_text(kHuge)}) == "");
  CHECK(f.bound("DELETE FROM t WHERE p = ? AND c = ? AND d = 'd'", {bound_text(half), bound_text(half)}) ==
        "");
  CHECK(f.rows("SELECT p FROM by_a WHERE a = '" + half + "'").size() == 1);
  CHECK(f.rows("SELECT d FROM whole") == Rows{"'d'", "'d'"});
}

TEST_CASE("a refused value leaves the other statements of its group") {
  LongKeys f;
  f.run({"CREATE TABLE t (p int PRIMARY KEY, a text)",
         "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL AND p IS NOT NULL PRIMARY KEY "
         "(a, p)"});
  const Prepared insert = f.session.prepare("INSERT INTO t (p, a) VALUES (?, ?)");
  f.session.begin_group();
  f.session.execute(insert, 1, "a");
  CHECK(refusal_of([&] { f.session.execute(insert, 2, kTooLong); }) == "view_key_value_too_long");
  f.session.execute(insert, 3, "c");
  f.session.commit_group();
  CHECK(f.rows("SELECT p FROM v WHERE a = 'a'") == Rows{"1"});
  CHECK(f.rows("SELECT p FROM t WHERE p IN (1, 2, 3)") == Rows{"1", "3"});
}

TEST_CASE("an index or view of a stored row that is too long for it is refused, and nothing of it is left") {
  LongKeys f;
  f.run(
      {"CREATE TABLE t (p int, c text, a text, m map<text, text>, l list<text>, f frozen<list<text>>, "
       "PRIMARY KEY (p, c))"});
  const auto fill = [&](const std::string& value) {
    f.bound("INSERT INTO t (p, c, a, m, l) VALUES (1, ?, ?, ?, ?)",
            {bound_text("c"), bound_text(value), BoundValue{}, BoundValue{}});
    f.session.execute("UPDATE t SET m = {'k': '" + value + "'}, l = ['" + value + "'], f = ['" + value +
                      "'] WHERE p = 1 AND c = 'c'");
  };
  for (const std::string& value : {kTooLong, std::string(600'000, 'y'), kHuge}) {
    fill(value);
    f.check_definition("CREATE INDEX by_a ON t (a)", "UPDATE t SET a = 'a' WHERE p = 1 AND c = 'c'",
                       "SELECT p FROM t WHERE a = 'a'");
    f.run({"DROP INDEX by_a"});
    fill(value);
    f.check_definition("CREATE INDEX by_a ON t (a) USING 'sai'",
                       "UPDATE t SET a = 'a' WHERE p = 1 AND c = 'c'", "SELECT p FROM t WHERE a = 'a'");
    f.run({"DROP INDEX by_a"});
    f.check_definition("CREATE INDEX by_m ON t (m)", "UPDATE t SET m['k'] = 'a' WHERE p = 1 AND c = 'c'",
                       "SELECT p FROM t WHERE m CONTAINS 'a'");
    f.run({"DROP INDEX by_m"});
    fill(value);
    f.check_definition("CREATE INDEX by_m ON t (entries(m))", "DELETE m['k'] FROM t WHERE p = 1 AND c = 'c'",
                       "SELECT p FROM t WHERE p = 1");
    f.run({"DROP INDEX by_m"});
    f.check_definition("CREATE INDEX by_l ON t (l)", "UPDATE t SET l = ['a'] WHERE p = 1 AND c = 'c'",
                       "SELECT p FROM t WHERE l CONTAINS 'a'");
    f.run({"DROP INDEX by_l"});
    f.check_definition("CREATE INDEX by_f ON t (full(f))", "UPDATE t SET f = ['a'] WHERE p = 1 AND c = 'c'",
                       "SELECT p FROM t WHERE f = ['a']");
    f.run({"DROP INDEX by_f"});
    f.check_definition(
        "CREATE MATERIALIZED VIEW v AS SELECT p, c, a FROM t WHERE a IS NOT NULL AND p IS NOT NULL AND c IS "
        "NOT NULL "
        "PRIMARY KEY (p, a, c)",
        "UPDATE t SET a = 'a' WHERE p = 1 AND c = 'c'", "SELECT p FROM v WHERE p = 1 AND a = 'a'");
    f.run({"DROP MATERIALIZED VIEW v"});
  }
}

TEST_CASE("values that have expired refuse no index or view, however long they are") {
  Timestamp now = Timestamp{1'700'000'000} * 1'000'000;
  const test::Folder folder;
  StoreOptions options;
  options.clock = [&] { return now; };
  {
    Session session(Database::open(folder / "db", options));
    create_keyspace(session);
    const auto run = [&](std::string_view text) { session.execute(text); };
    run("CREATE TABLE t (p int, c text, a text, b int, m map<text, text>, PRIMARY KEY (p, c))");
    run("CREATE TABLE long (p text, c text, b int, s set<int>, PRIMARY KEY (p, c))");
    int c = 0;
    for (const std::string& value : {kTooLong, kHuge}) {
      const std::string row = " WHERE p = 1 AND c = '" + std::to_string(++c) + "'";
      run("UPDATE t USING TTL 10 SET a = '" + value + "', m = {'k': '" + value + "'}" + row);
      run("UPDATE t SET b = 1" + row);
    }
    const std::string half = "'" + std::string(40'000, 'x') + "'";
    run("INSERT INTO long (p, c, b) VALUES (" + half + ", " + half + ", 1) USING TTL 10");
    run("UPDATE long USING TTL 10 SET s = {1} WHERE p = " + half + " AND c = " + half);
    const std::initializer_list<std::string_view> definitions = {
        "CREATE INDEX by_a ON t (a)", "CREATE INDEX by_m ON t (m)", "CREATE INDEX by_entry ON t (entries(m))",
        "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL AND p IS NOT NULL AND c IS NOT "
        "NULL "
        "PRIMARY KEY (p, a, c)",
        "CREATE MATERIALIZED VIEW w AS SELECT * FROM long WHERE p IS NOT NULL AND c IS NOT NULL PRIMARY KEY "
        "((c, p))"};
    for (const std::string_view definition : definitions) {
      INFO(definition);
      CHECK(refusal_of([&] { run(definition); }) == "row_too_long_to_derive");
    }
    now += 10'000'000;
    for (const std::string_view definition : definitions) {
      INFO(definition);
      CHECK(refusal_of([&] { run(definition); }).empty());
    }
    // The expired values are still stored, and stay when another column is written.
    run("UPDATE t SET b = 2 WHERE p = 1 AND c = '1'");
    run("UPDATE t SET b = 2 WHERE p = 1 AND c = '2'");
    for (const char* table : {"v", "w"}) {
      Result result = session.execute(std::string("SELECT count(*) FROM ") + table);
      CHECK(rows_of(result) == Rows{"0"});
    }
    run("UPDATE t SET a = 'a' WHERE p = 1 AND c = '2'");
    Result result = session.execute("SELECT c, b FROM v WHERE p = 1 AND a = 'a'");
    CHECK(rows_of(result) == Rows{"'2'|2"});
  }
  Rows damages;
  verify_file(folder / "db",
              {.on_damage = [&](const Damage& damage) { damages.push_back(damage.place + damage.reason); },
               .interrupted = [] { return false; },
               .now = now / 1'000'000});
  CHECK(damages == Rows{});
  // The purge finds nothing to take from what was left out.
  now += 1'000'000 * 1'000'000LL;
  Session session(Database::open(folder / "db", options));
  session.use("k");
  for (int i = 0; i < 20; ++i) session.execute("UPDATE t SET b = 3 WHERE p = 1 AND c = '2'");
  Result result = session.execute("SELECT c, b FROM v WHERE p = 1 AND a = 'a'");
  CHECK(rows_of(result) == Rows{"'2'|3"});
}

TEST_CASE("the refusal of a definition names the row") {
  LongKeys f;
  f.run({"CREATE TABLE t (p int, c text, a text, PRIMARY KEY (p, c))"});
  f.session.execute("INSERT INTO t (p, c, a) VALUES (7, 'seven', '" + kTooLong + "')");
  try {
    f.session.execute("CREATE INDEX ON t (a)");
    FAIL("it was not refused");
  } catch (const Refusal& refusal) {
    const auto& parameters = refusal.diagnostic.parameters;
    const auto row = std::find_if(parameters.begin(), parameters.end(),
                                  [](const auto& each) { return each.name == "row"; });
    REQUIRE(row != parameters.end());
    CHECK(row->value == "p = 7 AND c = 'seven'");
  }
}

TEST_CASE("a build of many rows that meets one that is too long takes its definition back") {
  LongKeys f;
  f.run({"CREATE TABLE t (p int, c int, a text, PRIMARY KEY (p, c))"});
  const Prepared insert = f.session.prepare("INSERT INTO t (p, c, a) VALUES (1, ?, ?)");
  f.session.begin_group();
  for (int c = 0; c < 50'000; ++c) f.session.execute(insert, c, "a");
  f.session.execute(insert, 50'000, kTooLong);
  f.session.commit_group();
  SECTION("the definition itself") {
    f.check_definition("CREATE INDEX by_a ON t (a)", "UPDATE t SET a = 'b' WHERE p = 1 AND c = 50000",
                       "SELECT p FROM t WHERE a = 'b'");
  }
  SECTION("a read that finds it interrupted") {
    f.session.set_wait(
        {.waiting = nullptr, .interrupted = [] { return true; }, .limit = std::chrono::seconds(1)});
    CHECK(f.refused("CREATE INDEX by_a ON t (a)") == "build_interrupted");
    f.session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = std::chrono::seconds(1)});
    CHECK(f.refused("SELECT p FROM t WHERE a = 'b'") == "row_too_long_to_derive");
    f.check_definition("CREATE INDEX by_a ON t (a)", "UPDATE t SET a = 'b' WHERE p = 1 AND c = 50000",
                       "SELECT p FROM t WHERE a = 'b'");
  }
}

}  // namespace cellar
