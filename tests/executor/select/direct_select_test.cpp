// A read of one row by its key and one that names the same key by IN, which reads partitions, answer alike.

#include "executor/select/direct_select.h"

#include "fixture.h"

using namespace cellar;

namespace {

using Values = std::vector<BoundValue>;

struct Pair : Fixture {
  Prepared by_key;
  Prepared by_partition;

  void prepare(const std::string& columns, const std::string& limit = "") {
    by_key = session.prepare("SELECT " + columns + " FROM t WHERE k = ? AND c = ?" + limit);
    by_partition = session.prepare("SELECT " + columns + " FROM t WHERE k IN (?) AND c = ?" + limit);
  }
  Rows both(const Values& values) {
    Result one = session.execute(by_key, values);
    Result other = session.execute(by_partition, values);
    const Rows rows = rows_of(one);
    CHECK(rows == rows_of(other));
    CHECK(one.counters().partitions == other.counters().partitions);
    CHECK(one.counters().rows == other.counters().rows);
    return rows;
  }
};

}  // namespace

TEST_CASE("one row by its key") {
  Pair f;
  f.run({"CREATE TABLE t (k int, c int, a text, b bigint, m map<int, text>, PRIMARY KEY (k, c))",
         "INSERT INTO t (k, c, a, b) VALUES (1, 1, 'one', 1)", "INSERT INTO t (k, c) VALUES (1, 2)",
         "UPDATE t SET b = 3 WHERE k = 1 AND c = 3", "UPDATE t SET m = {1: 'x'} WHERE k = 1 AND c = 4",
         "UPDATE t SET a = 'gone', b = 5 WHERE k = 1 AND c = 5", "DELETE a FROM t WHERE k = 1 AND c = 5",
         "UPDATE t SET a = 'gone' WHERE k = 1 AND c = 6", "DELETE a FROM t WHERE k = 1 AND c = 6"});
  f.prepare("b, a, c, k, a");
  const auto row = [&](int clustering) { return f.both({bound_int(1), bound_int(clustering)}); };
  CHECK(row(1) == Rows{"1|'one'|1|1|'one'"});
  CHECK(row(2) == Rows{"null|null|2|1|null"});
  CHECK(row(3) == Rows{"3|null|3|1|null"});
  CHECK(row(4) == Rows{"null|null|4|1|null"});
  CHECK(row(5) == Rows{"5|null|5|1|null"});
  CHECK(row(6).empty());
  CHECK(row(7).empty());
  f.run({"ALTER TABLE t DROP b", "ALTER TABLE t ADD b bigint", "ALTER TABLE t ADD z int"});
  CHECK(row(1) == Rows{"null|'one'|1|1|'one'"});
  CHECK(row(3).empty());
  f.run({"DELETE FROM t WHERE k = 1 AND c < 3"});
  CHECK(row(1).empty());
  CHECK(row(4).size() == 1);
}

TEST_CASE("one row of a table with a clustering that has several forms, and of large cells") {
  Pair f;
  const std::string large(5000, 'x');
  f.run(
      {"CREATE TABLE t (k text, c decimal, a text, b int, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c "
       "DESC)",
       "INSERT INTO t (k, c, a, b) VALUES ('x', 1.50, '" + large + "', 1)",
       "INSERT INTO t (k, c, b) VALUES ('x', 2, 2)"});
  const auto decimal = [](int scale, const std::string& number) {
    return BoundValue{encode_int32(scale) + number};
  };
  f.prepare("c, b");
  CHECK(f.both({bound_text("x"), decimal(2, std::string("\x00\x96", 2))}) == Rows{"1.50|1"});
  CHECK(f.both({bound_text("x"), decimal(1, "\x0f")}) == Rows{"1.50|1"});
  CHECK(f.both({bound_text("x"), decimal(1, "\x14")}) == Rows{"2|2"});
  CHECK(f.both({bound_text(std::string(600, 'k')), decimal(1, "\x14")}).empty());
  f.prepare("a");
  CHECK(f.both({bound_text("x"), decimal(1, "\x0f")}) == Rows{"'" + large + "'"});
}

TEST_CASE("expired cells of one row are not there") {
  Timestamp now = 1'700'000'000'000'000;
  StoreOptions options;
  options.clock = [&] { return ++now; };
  Session session(Database::open_temporary(options));
  create_keyspace(session);
  session.execute("CREATE TABLE t (k int PRIMARY KEY, a int, b int)");
  session.execute("INSERT INTO t (k, a) VALUES (1, 1) USING TTL 10");
  session.execute("UPDATE t USING TTL 100 SET b = 2 WHERE k = 1");
  const Prepared select = session.prepare("SELECT a, b FROM t WHERE k = ?");
  const auto rows = [&] {
    Result result = session.execute(select, Values{bound_int(1)});
    return rows_of(result);
  };
  CHECK(rows() == Rows{"1|2"});
  now += 50'000'000;
  CHECK(rows() == Rows{"null|2"});
  now += 100'000'000;
  CHECK(rows().empty());
}

TEST_CASE("what one row by its key refuses") {
  Pair f;
  f.run({"CREATE TABLE t (k text, c int, PRIMARY KEY (k, c))", "INSERT INTO t (k, c) VALUES ('x', 1)"});
  f.prepare("k", " LIMIT ?");
  const auto refused = [&](const Values& values) {
    const auto run = [&](const Prepared& prepared) {
      return refusal_of([&] { f.session.execute(prepared, values).next(); });
    };
    const std::string id = run(f.by_key);
    CHECK(id == run(f.by_partition));
    return id;
  };
  CHECK(f.both({bound_text("x"), bound_int(1), bound_int(1)}).size() == 1);
  CHECK(f.both({bound_text("x"), bound_int(1), unset()}).size() == 1);
  CHECK(refused({bound_text("x"), bound_int(1), bound_int(0)}) == "limit_not_positive");
  CHECK(refused({bound_text("x"), bound_int(1), bound_int(-1)}) == "limit_not_positive");
  CHECK(refused({bound_text("x"), bound_int(1), {}}) == "null_limit");
  CHECK(refused({bound_text(""), bound_int(1), bound_int(1)}) == "empty_partition_key");
  CHECK(refused({bound_text("x"), {}, bound_int(1)}) == "null_key");
  CHECK(refused({unset(), bound_int(1), bound_int(1)}) == "unset_key");
  CHECK(refused({bound_text(std::string(70'000, 'x')), bound_int(1), bound_int(1)}) == "key_too_long");
}

TEST_CASE("results in memory that is used again stay apart") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a text)", "INSERT INTO t (k, a) VALUES (1, 'one')",
         "INSERT INTO t (k, a) VALUES (2, 'two')"});
  const Prepared select = f.session.prepare("SELECT a FROM t WHERE k = ?");
  Result first = f.session.execute(select, Values{bound_int(1)});
  Result second = f.session.execute(select, Values{bound_int(2)});
  CHECK(rows_of(first) == Rows{"'one'"});
  first = f.session.execute(select, Values{bound_int(2)});
  first.pause();
  CHECK(rows_of(first) == Rows{"'two'"});
  CHECK(rows_of(second) == Rows{"'two'"});
  CHECK(first.next() == nullptr);
  CHECK(second.counters().entries == 1);
  f.session.begin_group();
  f.run({"INSERT INTO t (k, a) VALUES (1, 'new')"});
  Result third = f.session.execute(select, Values{bound_int(1)});
  f.run({"INSERT INTO t (k, a) VALUES (1, 'newer')"});
  CHECK(rows_of(third) == Rows{"'new'"});
  f.session.commit_group();
}
