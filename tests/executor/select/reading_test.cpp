#include "fixture.h"

using namespace cellar;

namespace {

void fill(Session& session, int rows, const std::string& table = "t") {
  const Prepared insert = session.prepare("INSERT INTO " + table + " (k, c, v) VALUES (1, ?, 'x')");
  session.begin_group();
  for (int c = 0; c < rows; ++c) session.execute(insert, std::vector<BoundValue>{bound_int(c)});
  session.commit_group();
}

struct Read {
  Rows rows;
  ReadCounters counters;
};

Read read(Session& session, std::string_view statement) {
  Result result = session.execute(statement);
  Rows rows = rows_of(result);
  return {std::move(rows), result.counters()};
}

}  // namespace

TEST_CASE("a limit reads only what it returns") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  fill(f.session, 20000);
  const Read first = read(f.session, "SELECT c FROM t WHERE k = 1 LIMIT 10");
  CHECK(first.rows.size() == 10);
  CHECK(first.rows.front() == "0");
  CHECK(first.counters.entries < 40);
  const Read last = read(f.session, "SELECT c FROM t WHERE k = 1 ORDER BY c DESC LIMIT 10");
  CHECK(last.rows.front() == "19999");
  CHECK(last.counters.entries < 40);
  const Read inside = read(f.session, "SELECT c FROM t WHERE k = 1 AND c > 5000 LIMIT 10");
  CHECK(inside.rows.front() == "5001");
  CHECK(inside.counters.entries < 40);
  f.run({"DELETE FROM t WHERE k = 1 AND c < 15000"});
  const Read behind = read(f.session, "SELECT c FROM t WHERE k = 1 LIMIT 10");
  CHECK(behind.rows.front() == "15000");
  CHECK(behind.counters.entries < 40);
  f.run({"DELETE FROM t WHERE k = 1 AND c > 16000"});
  const Read before = read(f.session, "SELECT c FROM t WHERE k = 1 ORDER BY c DESC LIMIT 10");
  CHECK(before.rows.front() == "16000");
  CHECK(before.counters.entries < 40);
}

TEST_CASE("a paused result goes on after its last row") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, s int static, PRIMARY KEY (k, c))"});
  for (int k = 0; k < 6; ++k) {
    for (int c = 0; c < 4; ++c) {
      f.session.execute("INSERT INTO t (k, c, v) VALUES (" + std::to_string(k) + ", " + std::to_string(c) +
                        ", 'x')");
    }
  }
  f.run({"INSERT INTO t (k, s) VALUES (7, 1)", "INSERT INTO t (k, s) VALUES (8, 1)"});
  for (const std::string statement :
       {"SELECT k, c FROM t", "SELECT k, c FROM t WHERE k IN (3, 1, 2)",
        "SELECT k, c FROM t PER PARTITION LIMIT 3", "SELECT k, c FROM t WHERE k = 1 ORDER BY c DESC",
        "SELECT DISTINCT k FROM t", "SELECT k, c FROM t LIMIT 7",
        "SELECT k, c FROM t WHERE k IN (1, 2) ORDER BY c DESC",
        "SELECT k, c FROM t WHERE k = 1 AND c IN (0, 2, 3)",
        "SELECT k, c FROM t WHERE k = 1 AND c >= 1 AND c < 3", "SELECT count(*) FROM t", "SELECT k, s FROM t",
        "SELECT k, c FROM t WHERE c > 1 ALLOW FILTERING"}) {
    INFO(statement);
    const Rows whole = f.rows(statement);
    Result paused = f.session.execute(statement);
    Rows rows;
    for (;;) {
      paused.pause();
      const ResultRow* row = paused.next();
      if (!row) break;
      std::string text;
      for (std::size_t index = 0; index < row->size(); ++index) {
        text += (index ? "|" : "") + to_literal(paused.columns()[index].type, (*row)[index]);
      }
      rows.push_back(text);
      REQUIRE(rows.size() < 100);
    }
    CHECK(rows == whole);
    CHECK(paused.next() == nullptr);
  }
}

TEST_CASE("a paused result sees what was written behind it, and holds no snapshot") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  fill(f.session, 3);
  Result open = f.session.execute("SELECT c FROM t WHERE k = 1");
  Result paused = f.session.execute("SELECT c FROM t WHERE k = 1");
  REQUIRE(open.next());
  REQUIRE(paused.next());
  paused.pause();
  f.run({"INSERT INTO t (k, c) VALUES (1, 9)", "DELETE FROM t WHERE k = 1 AND c = 1"});
  CHECK(rows_of(open) == Rows{"1", "2"});
  CHECK(rows_of(paused) == Rows{"2", "9"});
  Result gone = f.session.execute("SELECT c FROM t WHERE k = 1");
  REQUIRE(gone.next());
  gone.pause();
  f.run({"TRUNCATE t"});
  CHECK(refusal_of([&] { gone.next(); }) == "table_gone");
  CHECK(gone.next() == nullptr);
}

TEST_CASE("keys in IN come once, in the order of their type") {
  Fixture f;
  f.run(
      {"CREATE TABLE t (a int, b text, c int, d int, PRIMARY KEY ((a, b), c, d)) WITH CLUSTERING ORDER BY (c "
       "DESC, "
       "d ASC)"});
  for (const char* row : {"2, 'x', 1, 1", "-1, 'x', 1, 1", "2, 'a', 1, 1", "2, 'a', 2, 2", "2, 'a', 2, 1"}) {
    f.session.execute(std::string("INSERT INTO t (a, b, c, d) VALUES (") + row + ")");
  }
  CHECK(f.rows("SELECT * FROM t WHERE a IN (2, -1, 2) AND b IN ('x', 'a')") ==
        Rows{"-1|'x'|1|1", "2|'a'|2|1", "2|'a'|2|2", "2|'a'|1|1", "2|'x'|1|1"});
  CHECK(f.rows("SELECT c, d FROM t WHERE a = 2 AND b = 'a' AND c IN (1, 2, 1) AND d IN (2, 1)") ==
        Rows{"2|1", "2|2", "1|1"});
  CHECK(f.rows("SELECT c, d FROM t WHERE a = 2 AND b = 'a' AND (c, d) IN ((1, 1), (2, 2), (1, 1))") ==
        Rows{"2|2", "1|1"});
  CHECK(f.rows("SELECT * FROM t WHERE a IN () AND b = 'a'").empty());
  CHECK(f.rows("SELECT count(*) FROM t WHERE a IN () AND b = 'a'") == Rows{"0"});
}

TEST_CASE("bounds over several columns follow any mix of directions") {
  Fixture f;
  for (const std::string order : {"a ASC, b ASC, c ASC", "a DESC, b ASC, c DESC", "a ASC, b DESC, c ASC"}) {
    INFO(order);
    f.run({"DROP TABLE IF EXISTS t",
           "CREATE TABLE t (k int, a int, b int, c int, PRIMARY KEY (k, a, b, c)) WITH "
           "CLUSTERING ORDER BY (" +
               order + ")"});
    for (int place = 0; place < 27; ++place) {
      f.session.execute("INSERT INTO t (k, a, b, c) VALUES (1, " + std::to_string(place / 9) + ", " +
                        std::to_string(place / 3 % 3) + ", " + std::to_string(place % 3) + ")");
    }
    const Rows all = f.rows("SELECT a, b, c FROM t WHERE k = 1");
    REQUIRE(all.size() == 27);
    const auto expect = [&](auto wanted) {
      Rows rows;
      for (const std::string& row : all) {
        if (wanted(row[0] - '0', row[2] - '0', row[4] - '0')) rows.push_back(row);
      }
      return rows;
    };
    const auto number = [](int a, int b, int c) { return a * 9 + b * 3 + c; };
    CHECK(f.rows("SELECT a, b, c FROM t WHERE k = 1 AND (a, b, c) > (0, 1, 1) AND (a, b) <= (2, 0)") ==
          expect([&](int a, int b, int c) { return number(a, b, c) > 4 && a * 3 + b <= 6; }));
    CHECK(f.rows("SELECT a, b, c FROM t WHERE k = 1 AND (a, b, c) >= (1, 1, 1) AND (a, b, c) <= (1, 1, 1)") ==
          Rows{"1|1|1"});
    CHECK(f.rows("SELECT a, b, c FROM t WHERE k = 1 AND a > 0 AND (a, b) < (2, 1)") ==
          expect([](int a, int b, int) { return a > 0 && a * 3 + b < 7; }));
    CHECK(f.rows("SELECT a, b, c FROM t WHERE k = 1 AND a IN (0, 2) AND (b, c) > (0, 1)") ==
          expect([](int a, int b, int c) { return a != 1 && b * 3 + c > 1; }));
    CHECK(f.rows("SELECT a FROM t WHERE k = 1 AND (a, b) > (2, 1) AND (a, b) < (0, 1)").empty());
    CHECK(f.rows("SELECT a FROM t WHERE k = 1 AND a > 1 AND a < 1").empty());
    f.run({"DELETE FROM t WHERE k = 1 AND (a, b) > (0, 1) AND (a, b, c) <= (2, 1, 1)"});
    CHECK(f.rows("SELECT a, b, c FROM t WHERE k = 1") ==
          expect([&](int a, int b, int c) { return a * 3 + b <= 1 || number(a, b, c) > 22; }));
  }
}

TEST_CASE("an interrupt ends a read") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  fill(f.session, 5000);
  int asked = 0;
  f.session.set_wait({{}, [&] { return ++asked > 2; }});
  CHECK(f.refused("SELECT count(*) FROM t") == "interrupted");
  CHECK(asked == 3);
  asked = -1000;
  CHECK(f.rows("SELECT count(*) FROM t") == Rows{"5000"});
}

TEST_CASE("a read that finds little can be interrupted, too") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))",
         "CREATE TABLE g (k int, a int, b int, PRIMARY KEY (k, a, b))",
         "INSERT INTO g (k, a, b) VALUES (1, 1, 1)"});
  fill(f.session, 2000);
  int asked = 0;
  f.session.set_wait({{}, [&] { return ++asked < 0; }});
  const auto ints = [](int from, int count) {
    std::vector<Value> values;
    for (int i = 0; i < count; ++i) values.emplace_back(encode_int32(from + i));
    return BoundValue{pack(list_of(native_type(TypeKind::int_)), values)};
  };
  const auto asked_by = [&](const std::string& statement, const std::vector<BoundValue>& values) {
    asked = 0;
    Result result = f.session.execute(f.session.prepare(statement), values);
    while (result.next() != nullptr) continue;
    return asked;
  };
  CHECK(asked_by("SELECT v FROM t WHERE k = 1 AND c IN ?", {ints(-20'000, 20'000)}) > 60);
  CHECK(asked_by("SELECT v FROM t WHERE k = 1 AND c IN ? ORDER BY c DESC", {ints(-20'000, 20'000)}) > 60);
  CHECK(asked_by("SELECT v FROM t WHERE k IN ?", {ints(10, 20'000)}) > 60);
  CHECK(asked_by("SELECT v FROM t WHERE k IN ? AND c IN ?", {ints(10, 200), ints(-200, 200)}) > 40);
  CHECK(asked_by("SELECT b FROM g WHERE k = 1 AND a IN ? AND b IN ?", {ints(10, 200), ints(10, 200)}) > 100);
  CHECK(asked_by("SELECT v FROM t WHERE k IN (1, 2) ORDER BY c DESC", {}) > 5);
  CHECK(asked_by("SELECT c FROM t WHERE k = 1 AND v IN ? ALLOW FILTERING", {ints(0, 120)}) > 150);
  // And it ends with what is asked for.
  f.session.set_wait({{}, [&] { return ++asked > 30; }});
  CHECK(refusal_of([&] { asked_by("SELECT v FROM t WHERE k IN ?", {ints(10, 20'000)}); }) == "interrupted");
}

TEST_CASE("notices of a read over many partitions say what it has cost") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  fill(f.session, 30);
  f.run({"INSERT INTO t (k, c, v) VALUES (2, 1, 'y')"});
  f.session.set_policy(Policy::teach);
  CHECK_FALSE(f.refused("SELECT * FROM t").empty());
  Result result = f.session.execute("SELECT * FROM t WHERE v = 'y' ALLOW FILTERING");
  CHECK(rows_of(result).size() == 1);
  CHECK(result.counters().partitions == 2);
  CHECK(result.counters().rows == 31);
  bool told = false;
  for (const Diagnostic& notice : result.notices()) {
    for (const Parameter& parameter : notice.parameters)
      told = told || (parameter.name == "rows" && parameter.value == "31");
  }
  CHECK(told);
}
