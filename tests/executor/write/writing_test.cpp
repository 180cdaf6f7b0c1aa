#include "fixture.h"

using namespace cellar;

TEST_CASE("a row lives by its marker or by its cells") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))",
         "UPDATE t SET v = 1 WHERE k = 1 AND c = 1", "INSERT INTO t (k, c, v) VALUES (1, 2, 2)"});
  f.run({"UPDATE t SET v = null WHERE k = 1 AND c = 1", "DELETE v FROM t WHERE k = 1 AND c = 2"});
  CHECK(f.rows("SELECT c, v FROM t") == Rows{"2|null"});
}

TEST_CASE("static columns live without rows") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, s int static, v int, PRIMARY KEY (k, c))",
         "INSERT INTO t (k, s) VALUES (1, 5)"});
  CHECK(f.rows("SELECT * FROM t WHERE k = 1") == Rows{"1|null|5|null"});
  CHECK(f.rows("SELECT * FROM t WHERE k = 1 AND c > 0").empty());
  CHECK(f.rows("SELECT count(*), count(c) FROM t") == Rows{"1|0"});
  CHECK(f.rows("SELECT DISTINCT k, s FROM t") == Rows{"1|5"});
  f.run({"INSERT INTO t (k, c, v) VALUES (1, 1, 1)"});
  CHECK(f.rows("SELECT * FROM t") == Rows{"1|1|5|1"});
  f.run({"DELETE FROM t WHERE k = 1 AND c = 1"});
  CHECK(f.rows("SELECT s FROM t WHERE k = 1") == Rows{"5"});
  f.run({"DELETE FROM t WHERE k = 1"});
  CHECK(f.rows("SELECT * FROM t").empty());
}

TEST_CASE("lists are read before they are written by place") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, l list<int>)", "UPDATE t SET l = [1, 2] WHERE k = 1",
         "UPDATE t SET l = l + [3, 2] WHERE k = 1", "UPDATE t SET l = [8, 9] + l WHERE k = 1",
         "UPDATE t SET l = [7] + l WHERE k = 1"});
  CHECK(f.rows("SELECT l FROM t") == Rows{"[7, 8, 9, 1, 2, 3, 2]"});
  f.run({"UPDATE t SET l[0] = 0 WHERE k = 1", "DELETE l[1] FROM t WHERE k = 1",
         "UPDATE t SET l = l - [2] WHERE k = 1"});
  CHECK(f.rows("SELECT l FROM t") == Rows{"[0, 9, 1, 3]"});
  CHECK(f.refused("UPDATE t SET l[4] = 0 WHERE k = 1") == "list_index");
  CHECK(f.refused("DELETE l[-1] FROM t WHERE k = 1") == "list_index");
  CHECK(f.refused("UPDATE t SET l[0] = 0 WHERE k = 2") == "null_list");
  CHECK(f.refused("DELETE l[0] FROM t WHERE k = 2") == "null_list");
  f.run({"UPDATE t SET l = l - [1] WHERE k = 2", "UPDATE t SET l[0] = null WHERE k = 1"});
  CHECK(f.rows("SELECT l FROM t") == Rows{"[9, 1, 3]"});
  const Prepared set = f.session.prepare("UPDATE t SET l = ? WHERE k = 1");
  f.session.execute(set, std::vector<BoundValue>{{std::nullopt}});
  CHECK(f.rows("SELECT l FROM t").empty());
}

TEST_CASE("sets, maps and user types are written element by element") {
  Fixture f;
  f.run({"CREATE TYPE place (x int, y int)",
         "CREATE TABLE t (k int PRIMARY KEY, s set<int>, m map<text, int>, p place)",
         "UPDATE t SET s = {3, 1}, m = {'b': 2, 'a': 1}, p = {x: 1, y: 2} WHERE k = 1",
         "UPDATE t SET s = s + {2}, m['c'] = 3, p.y = null WHERE k = 1",
         "UPDATE t SET s = s - {1, 9}, m = m - {'b'} WHERE k = 1"});
  CHECK(f.rows("SELECT s, m, p FROM t") == Rows{"{2, 3}|{'a': 1, 'c': 3}|{x: 1, y: null}"});
  f.run({"DELETE s[2], m['a'], p.x FROM t WHERE k = 1"});
  CHECK(f.rows("SELECT s, m, p FROM t") == Rows{"{3}|{'c': 3}|null"});
  f.run({"UPDATE t SET m = {}, s = {5} WHERE k = 1"});
  CHECK(f.rows("SELECT s, m, m['c'] FROM t") == Rows{"{5}|null|null"});
  const Prepared element = f.session.prepare("UPDATE t SET m[?] = ? WHERE k = 1");
  CHECK(refusal_of([&] {
          f.session.execute(element, std::vector<BoundValue>{{std::nullopt}, bound_int(1)});
        }) == "null_element_key");
}

TEST_CASE("a batch is one write") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int, l list<int>)"});
  f.run({"BEGIN BATCH INSERT INTO t (k, v) VALUES (1, 1); UPDATE t SET v = 2 WHERE k = 2; APPLY BATCH"});
  CHECK(f.rows("SELECT v FROM t WHERE k IN (1, 2)") == Rows{"1", "2"});
  CHECK(f.rows("SELECT writetime(v) FROM t WHERE k = 1") == f.rows("SELECT writetime(v) FROM t WHERE k = 2"));
  CHECK(
      f.refused(
          "BEGIN BATCH INSERT INTO t (k, v) VALUES (3, 3); UPDATE t SET l[0] = 1 WHERE k = 4; APPLY BATCH") ==
      "null_list");
  CHECK(f.rows("SELECT * FROM t WHERE k = 3").empty());
  f.run({"BEGIN BATCH INSERT INTO t (k, v) VALUES (5, 5); DELETE FROM t WHERE k = 5; APPLY BATCH"});
  CHECK(f.rows("SELECT * FROM t WHERE k = 5").empty());
  f.run({"BEGIN BATCH USING TIMESTAMP 9 INSERT INTO t (k, v) VALUES (6, 6); APPLY BATCH"});
  CHECK(f.rows("SELECT writetime(v) FROM t WHERE k = 6") == Rows{"9"});
  f.run({"BEGIN BATCH APPLY BATCH"});
}

TEST_CASE("times to live come from the statement or the table") {
  Timestamp now = 1'700'000'000'000'000;
  StoreOptions options;
  options.clock = [&] { return now; };
  Database database = Database::open_temporary(options);
  Session session(database);
  create_keyspace(session);
  const auto rows = [&](std::string_view statement) {
    Result result = session.execute(statement);
    return rows_of(result);
  };
  session.execute("CREATE TABLE t (k int PRIMARY KEY, v int, w int) WITH default_time_to_live = 100");
  session.execute("INSERT INTO t (k, v) VALUES (1, 1)");
  session.execute("INSERT INTO t (k, v) VALUES (2, 1) USING TTL 0");
  session.execute("UPDATE t USING TTL 10 SET w = 1 WHERE k = 2");
  CHECK(rows("SELECT k, ttl(v), ttl(w) FROM t") == Rows{"1|100|null", "2|null|10"});
  now += 9'999'999;
  CHECK(rows("SELECT k, ttl(v), ttl(w) FROM t") == Rows{"1|91|null", "2|null|1"});
  now += 1;
  CHECK(rows("SELECT k, ttl(v), w FROM t") == Rows{"1|90|null", "2|null|null"});
  now += 90'000'000;
  CHECK(rows("SELECT k FROM t") == Rows{"2"});
  now = 4'290'000'000'000'000;  // in 2105
  session.execute("UPDATE t USING TTL 630720000 SET v = 3 WHERE k = 3");
  CHECK(rows("SELECT v, ttl(v) FROM t WHERE k = 3") == Rows{"3|4967294"});
}

TEST_CASE("keys that cannot be are refused") {
  Fixture f;
  f.run({"CREATE TABLE t (k text, c text, v text, PRIMARY KEY (k, c))",
         "CREATE TABLE p (a text, b text, PRIMARY KEY "
         "((a, b)))",
         "CREATE TABLE m (k int PRIMARY KEY, m map<text, int>)"});
  CHECK(f.refused("INSERT INTO t (k, c) VALUES ('', 'a')") == "empty_partition_key");
  CHECK(f.refused("SELECT * FROM t WHERE k = ''") == "empty_partition_key");
  f.run({"INSERT INTO t (k, c) VALUES ('a', '')", "INSERT INTO p (a, b) VALUES ('', '')"});
  CHECK(f.rows("SELECT c FROM t WHERE k = 'a' AND c = ''") == Rows{"''"});
  CHECK(f.rows("SELECT * FROM p WHERE a = '' AND b = ''") == Rows{"''|''"});
  const std::string longest(65535, 'x'), longer(65536, 'x');
  f.session.execute("INSERT INTO t (k, c) VALUES ('" + longest + "', '" + longest + "')");
  CHECK(f.rows("SELECT k FROM t WHERE k = '" + longest + "'").size() == 1);
  CHECK(f.refused("INSERT INTO t (k, c) VALUES ('" + longer + "', 'a')") == "key_too_long");
  CHECK(f.refused("INSERT INTO t (k, c) VALUES ('a', '" + longer + "')") == "key_too_long");
  CHECK(f.refused("INSERT INTO p (a, b) VALUES ('" + longest + "', '')") == "key_too_long");
  CHECK(f.refused("UPDATE m SET m['" + longer + "'] = 1 WHERE k = 1") == "key_too_long");
  CHECK(f.refused("INSERT INTO t (k, c) VALUES (null, 'a')") == "null_key");
  CHECK(f.refused("INSERT INTO t (k, c) VALUES ('a', null)") == "null_key");
}

TEST_CASE("values that an index cannot hold are refused") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c text, v text, m map<text, text>, PRIMARY KEY (k, c))",
         "CREATE INDEX ON t (c)", "CREATE INDEX ON t (v)", "CREATE INDEX ON t (entries(m))",
         "CREATE TABLE s (k int PRIMARY KEY, v text)", "CREATE INDEX ON s (v) USING 'sai'"});
  const std::string longest = "'" + std::string(65534, 'x') + "'",
                    longer = "'" + std::string(65535, 'x') + "'";
  const std::string element = "'" + std::string(65534 - 6 - 1, 'x') + "'";
  f.session.execute("INSERT INTO t (k, c, v) VALUES (1, 'a', " + longest + ")");
  f.session.execute("UPDATE t SET m['a'] = " + element + " WHERE k = 1 AND c = 'a'");
  CHECK(f.rows("SELECT k FROM t WHERE v = " + longest) == Rows{"1"});
  CHECK(f.rows("SELECT k FROM t WHERE m['a'] = " + element) == Rows{"1"});
  CHECK(f.refused("INSERT INTO t (k, c, v) VALUES (1, 'a', " + longer + ")") == "indexed_value_too_long");
  CHECK(f.refused("INSERT INTO t (k, c) VALUES (1, " + longer + ")") == "indexed_value_too_long");
  CHECK(f.refused("UPDATE t SET m['ab'] = " + element + " WHERE k = 1 AND c = 'a'") ==
        "indexed_value_too_long");
  CHECK(f.rows("UPDATE t SET v = " + longer + " WHERE k = 1 AND c = 'a' IF v = 'b'").size() == 1);
  CHECK(f.rows("SELECT k FROM t WHERE v = " + longer) == Rows{});
  CHECK(f.refused("SELECT k FROM t WHERE v = '" + std::string(65536, 'x') + "'") == "indexed_value_too_long");
  f.session.execute("INSERT INTO s (k, v) VALUES (1, " + longer + ")");
  CHECK(f.rows("SELECT k FROM s WHERE v = " + longer) == Rows{"1"});
}

TEST_CASE("a refusal points at the value") {
  Fixture f;
  f.run({"CREATE TABLE t (k uuid PRIMARY KEY, v timestamp)"});
  const std::string_view text =
      "INSERT INTO t (k, v) VALUES (00000000-0000-1000-8000-000000000000, '2020-13-01')";
  try {
    f.session.execute(text);
    FAIL("taken");
  } catch (const Refusal& refusal) {
    const Span span = refusal.diagnostic.span;
    CHECK(text.substr(span.begin, span.end - span.begin) == "'2020-13-01'");
  }
}
