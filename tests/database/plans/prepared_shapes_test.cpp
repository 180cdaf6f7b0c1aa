// Texts as prepared statements of their shape, and what is known of the writes.
#include "fixture.h"

using namespace cellar;

namespace {

constexpr std::string_view kTables[] = {
    "CREATE TYPE street (name text, number int)",
    "CREATE TABLE t (k int, c text, s text static, i int, d double, f float, n decimal, b blob, u uuid, tu "
    "timeuuid, ts timestamp, da date, ti time, du duration, ip inet, bo boolean, l list<int>, st set<text>, "
    "m "
    "map<text, int>, fl frozen<list<int>>, tp tuple<int, text>, ut street, v vector<float, 2>, PRIMARY KEY "
    "(k, c))",
    "CREATE TABLE h (k int PRIMARY KEY, hits counter)"};

/// Runs a text by the statement of its shape. Returns false if there is none.
bool run_by_shape(Session& session, std::string_view text) {
  std::vector<BoundValue> values;
  std::vector<Diagnostic> notices;
  const Prepared* const prepared = session.prepare_shape(text, values, notices);
  if (prepared == nullptr) return false;
  session.execute(*prepared, std::span<const BoundValue>(values));
  return true;
}

WriteEffect effect_of(Session& session, std::string_view text) {
  return session.prepare(text).write_effect();
}

}  // namespace

TEST_CASE("a text and the prepared statement of its shape write the same") {
  constexpr std::string_view kWrites[] = {
      "INSERT INTO t (k, c, s, i, d, f, n) VALUES (1, 'it''s', 'static', -5, 1.5e3, 0.25, 12.340);",
      "INSERT INTO t (k, c, s, i, d, f, n) VALUES (1, $$two$$, 'again', 2147483647, -1, 1, 1e-5)",
      "INSERT INTO t (k, c, b, u, tu) VALUES (2, 'b', 0xCAFE, 123e4567-e89b-12d3-a456-426614174000, "
      "50554d6e-29bb-11e5-b345-feff819cdc9f)",
      "INSERT INTO t (k, c, ts, da, ti, du) VALUES (2, 'x', '2026-11-28 05:00+0000', '2026-11-28', "
      "'08:30:00.5', 1mo2d3h)",
      "INSERT INTO t (k, c, ts, da) VALUES (2, 'y', 1700000000000, 2147483650)",
      "INSERT INTO t (k, c, ip, bo, i) VALUES (3, 'b', '::1', true, null)",
      "INSERT INTO t (k, c, l, st, m) VALUES (3, 'c', [3, 1, 2], {'b', 'a'}, {'one': 1, 'two': 2})",
      "INSERT INTO t (k, c, fl, tp) VALUES (3, 'd', [1, 2], (7, 'seven'))",
      "INSERT INTO t (k, c, ut) VALUES (3, 'd', {name: 'Ring', number: 4})",
      "INSERT INTO t (k, c, v) VALUES (3, 'd', [1.5, 2])",
      "UPDATE t SET l = l + [4, 5], m['three'] = 3, st = st - {'a'} WHERE k = 3 AND c = 'c'",
      "UPDATE t USING TIMESTAMP 1900000000000000 SET i = 7, ut.number = 5 WHERE k = 3 AND c = 'd'",
      "UPDATE t SET l = [ 7 ] + l, m = m + {'four': -4}, st += {'c', 'it''s'} WHERE k = 3 AND c = 'c'",
      "UPDATE t SET l = l - [5, 4], st = {}, fl = [] WHERE k = 3 AND c = 'c'",
      "UPDATE t SET l[0] = 9 WHERE k = 3 AND c = 'c'",
      "UPDATE h SET hits = hits + 3 WHERE k = 1",
      "UPDATE h SET hits = hits - 1 WHERE k IN (1, 2)",
      "INSERT INTO t JSON '{\"k\": 4, \"c\": \"json\", \"i\": 9, \"st\": [\"z\"]}'",
      "INSERT INTO t (k, c, d) VALUES (4, 'computed', 1 + 2)",
      "DELETE m['one'] FROM t WHERE k = 3 AND c = 'c'",
      "DELETE FROM t WHERE k = 2 AND c > 'x'",
      "BEGIN BATCH INSERT INTO t (k, c, i) VALUES (6, 'a', 1); DELETE i FROM t WHERE k = 1 AND c = 'two'; "
      "APPLY BATCH",
      "INSERT INTO t (k, c, i) VALUES (7, 'condition', 1) IF NOT EXISTS",
  };
  Fixture by_text, by_shape;
  for (const std::string_view table : kTables) {
    by_text.session.execute(table);
    by_shape.session.execute(table);
  }
  std::size_t known = 0;
  for (const std::string_view write : kWrites) {
    INFO(write);
    by_text.session.execute(write);
    if (run_by_shape(by_shape.session, write)) {
      ++known;
    } else {
      by_shape.session.execute(write);
    }
    for (const char* const select : {"SELECT * FROM t", "SELECT * FROM h"})
      CHECK(by_text.rows(select) == by_shape.rows(select));
  }
  // A batch has a shape in its parts alone.
  CHECK(known == std::size(kWrites) - 1);
}

TEST_CASE("texts of one shape share one prepared statement, in which their table has its keyspace") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  std::vector<BoundValue> values;
  std::vector<Diagnostic> notices;
  const Prepared* const first =
      f.session.prepare_shape("INSERT INTO t (k, c, v) VALUES (1, 2, 'x')", values, notices);
  REQUIRE(first != nullptr);
  CHECK(first->text() == "INSERT INTO k.t (k, c, v) VALUES (?, ?, ?)");
  CHECK(first->partition_key_markers() == std::vector<std::size_t>{0});
  const Prepared* const second =
      f.session.prepare_shape("INSERT INTO t (k, c, v) VALUES (-7, 3, '''')", values, notices);
  CHECK(second == first);
  REQUIRE(values.size() == 3);
  CHECK(values[0].value == bound_int(-7).value);
  CHECK(values[2].value == bound_text("'").value);
  CHECK(f.session.prepare_shape("INSERT INTO t (k, c, v) VALUES ('one', 3, 'x')", values, notices) ==
        nullptr);
  CHECK(f.session.prepare_shape("INSERT INTO t (k, c, w) VALUES (1, 3, 'x')", values, notices) == nullptr);
  CHECK(f.session.prepare_shape("INSERT INTO t (k, c, v) VALUES (1, 3", values, notices) == nullptr);
  CHECK(f.session
            .prepare(
                "BEGIN BATCH INSERT INTO t (k, c) VALUES (?, 1) UPDATE k.t SET v = ? WHERE k = 1 AND c = 1; "
                "DELETE FROM t WHERE k = ? APPLY BATCH")
            .text() ==
        "BEGIN BATCH INSERT INTO k.t (k, c) VALUES (?, 1) UPDATE k.t SET v = ? WHERE k = 1 AND c = 1; "
        "DELETE FROM k.t WHERE k = ? APPLY BATCH");
  f.run({"ALTER TABLE t DROP v", "ALTER TABLE t ADD v text"});
  CHECK(run_by_shape(f.session, "INSERT INTO t (k, c, v) VALUES (1, 2, 'y')"));
  CHECK(f.rows("SELECT * FROM t") == Rows{"1|2|'y'"});
}

TEST_CASE("the notices of a shape have their places in each text") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, l list<int>)"});
  f.session.set_policy(Policy::teach);
  std::vector<BoundValue> values;
  std::vector<Diagnostic> notices;
  REQUIRE(f.session.prepare_shape("UPDATE t SET l[10] = 1 WHERE k = 1", values, notices) != nullptr);
  REQUIRE_FALSE(notices.empty());
  const std::vector<Diagnostic> first = notices;
  REQUIRE(f.session.prepare_shape("UPDATE t SET l[1] = 1 WHERE k = 1", values, notices) != nullptr);
  CHECK(notices.front().id == first.front().id);
  CHECK(notices.front().span.end + 1 == first.front().span.end);
}

TEST_CASE("what a second run of a write would do is known") {
  Fixture f;
  for (const std::string_view table : kTables) f.session.execute(table);
  const auto is_repeatable = [&](std::string_view text) { return effect_of(f.session, text).is_repeatable; };
  const auto keeps_order = [&](std::string_view text) { return effect_of(f.session, text).keeps_order; };
  CHECK(is_repeatable("INSERT INTO t (k, c, i, st, m, fl) VALUES (?, ?, ?, ?, ?, ?)"));
  CHECK(is_repeatable("UPDATE t SET st = st + ?, m = m - ? WHERE k = ? AND c = ?"));
  CHECK(is_repeatable("DELETE FROM t WHERE k = ?"));
  CHECK_FALSE(effect_of(f.session, "DELETE FROM h WHERE k = ?").is_unconditional);
  CHECK(effect_of(f.session, "UPDATE h SET hits = hits + ? WHERE k = ?").is_of_one_partition);
  CHECK_FALSE(effect_of(f.session, "UPDATE h SET hits = hits + ? WHERE k IN (?, ?)").is_of_one_partition);
  CHECK_FALSE(
      effect_of(f.session, "BEGIN COUNTER BATCH UPDATE h SET hits = hits + 1 WHERE k = 1; APPLY BATCH")
          .is_of_one_partition);
  CHECK_FALSE(is_repeatable("UPDATE h SET hits = hits + ? WHERE k = ?"));
  for (const char* const list :
       {"INSERT INTO t (k, c, l) VALUES (?, ?, ?)", "UPDATE t SET l = l + ? WHERE k = ? AND c = ?",
        "UPDATE t SET l = ? + l WHERE k = ? AND c = ?", "UPDATE t SET l[?] = ? WHERE k = ? AND c = ?",
        "DELETE l[?] FROM t WHERE k = ? AND c = ?"}) {
    INFO(list);
    CHECK_FALSE(is_repeatable(list));
    CHECK(keeps_order(list));
  }
  for (const char* const deletion :
       {"DELETE FROM t WHERE k = ?", "DELETE FROM t WHERE k = ? AND c = ?",
        "DELETE l FROM t WHERE k = ? AND c = ?", "DELETE FROM t WHERE k = ? AND c > ?"}) {
    INFO(deletion);
    CHECK(is_repeatable(deletion));
    CHECK(keeps_order(deletion));
  }
  CHECK_FALSE(keeps_order("DELETE m FROM t WHERE k = ? AND c = ?"));
  CHECK_FALSE(keeps_order("UPDATE h SET hits = hits + ? WHERE k = ?"));
  for (const char* const changing :
       {"INSERT INTO t (k, c, u) VALUES (?, ?, uuid())", "INSERT INTO t (k, c, tu) VALUES (?, ?, now())",
        "INSERT INTO t (k, c, ts) VALUES (?, ?, toTimestamp(now()))",
        "UPDATE t SET m[?] = 1, ts = current_timestamp() WHERE k = ? AND c = ?",
        "BEGIN BATCH DELETE FROM t WHERE k = 1; INSERT INTO t (k, c, u) VALUES (1, 'x', uuid()); APPLY "
        "BATCH"}) {
    INFO(changing);
    CHECK_FALSE(is_repeatable(changing));
    CHECK(effect_of(f.session, changing).is_unconditional);
  }
  for (const char* const other :
       {"INSERT INTO t (k, c) VALUES (?, ?) IF NOT EXISTS", "SELECT * FROM t", "TRUNCATE t"}) {
    INFO(other);
    CHECK_FALSE(effect_of(f.session, other).is_unconditional);
  }
}
