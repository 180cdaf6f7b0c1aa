#include "fixture.h"

using namespace cellar;

namespace {

using Values = std::vector<BoundValue>;

Rows run(Session& session, const Prepared& prepared, const Values& values) {
  Result result = session.execute(prepared, values);
  return rows_of(result);
}

}  // namespace

TEST_CASE("markers are known by type and name") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c text, v set<int>, PRIMARY KEY (k, c))"});
  const Prepared prepared = f.session.prepare("SELECT v, c FROM t WHERE k = ? AND c > :start LIMIT ?");
  REQUIRE(prepared.markers().size() == 3);
  CHECK(to_cql(prepared.markers()[0].type) == "int");
  CHECK(to_cql(prepared.markers()[1].type) == "text");
  CHECK(to_cql(prepared.markers()[2].type) == "int");
  CHECK(prepared.markers()[0].name == "k");
  CHECK(prepared.markers()[1].name == "start");
  REQUIRE(prepared.columns().size() == 2);
  CHECK(prepared.columns()[0].name == "v");
  CHECK(to_cql(prepared.columns()[0].type) == "set<int>");
}

TEST_CASE("a prepared statement runs with many values") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))"});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, c, v) VALUES (?, ?, ?)");
  for (int c = 0; c < 5; ++c) {
    f.session.execute(insert, Values{bound_int(1), bound_int(c), bound_text("v" + std::to_string(c))});
  }
  const Prepared select = f.session.prepare("SELECT v FROM t WHERE k = ? AND c = ?");
  CHECK(run(f.session, select, {bound_int(1), bound_int(3)}) == Rows{"'v3'"});
  CHECK(run(f.session, select, {bound_int(1), bound_int(9)}).empty());
  const Prepared many = f.session.prepare("SELECT c FROM t WHERE k = ? AND c IN ?");
  const Value list = pack(list_of(native_type(TypeKind::int_)),
                          std::vector<Value>{encode_int32(4), encode_int32(0), encode_int32(4)});
  CHECK(run(f.session, many, {bound_int(1), {list}}) == Rows{"0", "4"});
  const Prepared tuples = f.session.prepare("SELECT c FROM t WHERE k = 1 AND (c) >= ? LIMIT 2");
  CHECK(tuples.markers().size() == 1);
}

TEST_CASE("a marker for a tuple of columns filters by each of them") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, d text, PRIMARY KEY (k, c, d))",
         "INSERT INTO t (k, c, d) VALUES (1, 1, 'a')", "INSERT INTO t (k, c, d) VALUES (2, 1, 'b')",
         "INSERT INTO t (k, c, d) VALUES (3, 2, 'a')"});
  const Prepared select = f.session.prepare("SELECT k FROM t WHERE (c, d) = ? ALLOW FILTERING");
  REQUIRE(select.markers().size() == 1);
  const Value tuple = pack(select.markers()[0].type, std::vector<Value>{encode_int32(1), "b"});
  CHECK(run(f.session, select, {{tuple}}) == Rows{"2"});
  CHECK_THROWS_AS(run(f.session, select, {{std::nullopt}}), Refusal);
}

TEST_CASE("a marker for a tuple of one column takes a tuple, in bounds, lists and writes") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, d frozen<tuple<int>>, v int, PRIMARY KEY (k, c, d))",
         "INSERT INTO t (k, c, d, v) VALUES (1, 1, (7), 10)",
         "INSERT INTO t (k, c, d, v) VALUES (1, 2, (8), 20)"});
  const auto of_tuples = [](std::initializer_list<std::int32_t> numbers) {
    std::string list = encode_int32(static_cast<std::int32_t>(numbers.size()));
    for (const std::int32_t number : numbers)
      list += encode_int32(8) + encode_int32(4) + encode_int32(number);
    return list;
  };
  const std::string two = encode_int32(4) + encode_int32(2);
  const auto rows_with = [&](const char* text, const std::string& value) {
    return run(f.session, f.session.prepare(text), {{value}});
  };
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND (c) = ?", two) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND (c) >= ?", two) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND (c) < ?", two) == Rows{"10"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND (c) IN (?)", two) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND (c) IN ?", of_tuples({2, 1})) == Rows{"10", "20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND c IN ?",
                  encode_int32(1) + encode_int32(4) + encode_int32(2)) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE (c) = ? ALLOW FILTERING", two) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE (c) IN ? ALLOW FILTERING", of_tuples({3, 2})) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE (c) IN (?) ALLOW FILTERING", two) == Rows{"20"});
  for (const char* relation : {"(c) = ?", "(c) > ?", "(c) < (?)", "(c) IN (?)", "(c) IN ?"}) {
    const Prepared read = f.session.prepare("SELECT v FROM t WHERE k = 1 AND " + std::string(relation));
    CHECK(refusal_of([&] { run(f.session, read, {{std::nullopt}}); }) == "null_key");
  }
  // A column that is a tuple itself.
  const std::string eight = encode_int32(4) + encode_int32(8);
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND c = 2 AND d = ?", eight) == Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND c = 2 AND (d) = ?", encode_int32(8) + eight) ==
        Rows{"20"});
  CHECK(rows_with("SELECT v FROM t WHERE k = 1 AND c = 2 AND d IN ?", of_tuples({8})) == Rows{"20"});
  rows_with("UPDATE t SET v = 30 WHERE k = 1 AND (c) = ? AND d = (8)", two);
  CHECK(f.rows("SELECT c, v FROM t WHERE k = 1") == Rows{"1|10", "2|30"});
  rows_with("DELETE FROM t WHERE k = 1 AND (c) < ?", two);
  CHECK(f.rows("SELECT c FROM t WHERE k = 1") == Rows{"2"});
}

TEST_CASE("a document is bound to the marker of INSERT JSON") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text, w int)", "INSERT INTO t (k, w) VALUES (1, 5)"});
  const Prepared insert = f.session.prepare("INSERT INTO t JSON ? DEFAULT UNSET");
  REQUIRE(insert.markers().size() == 1);
  f.session.execute(insert, Values{bound_text(R"({"k": 1, "v": "one"})")});
  const Prepared select = f.session.prepare("SELECT v, w FROM t WHERE k = ?");
  CHECK(run(f.session, select, {bound_int(1)}) == Rows{"'one'|5"});
  CHECK_THROWS_AS(f.session.execute(insert, Values{bound_text(R"({"k": 1, "x": 2})")}), Refusal);
  CHECK_THROWS_AS(f.session.execute(insert, Values{{std::nullopt}}), Refusal);
}

TEST_CASE("what one session has prepared serves another one that prepares it, too") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))",
         "INSERT INTO t (k, c, v) VALUES (1, 1, 10)", "INSERT INTO t (k, c, v) VALUES (1, 2, 20)"});
  Session other(f.database);
  other.use("k");
  const std::string first = "SELECT * FROM t WHERE k = ? AND c = 1",
                    second = "SELECT * FROM t WHERE k = ? AND c = 2";
  const Rows one = {"1|1|10"}, two = {"1|2|20"};
  for (Session* session : {&f.session, &other, &f.session}) {
    CHECK(run(*session, session->prepare(first), {bound_int(1)}) == one);
    CHECK(run(*session, session->prepare(second), {bound_int(1)}) == two);
    CHECK(refusal_of([&] { session->execute(first); }) == "wrong_value_count");
  }
  // Neither an older schema's plan, nor that of another keyspace or policy.
  f.run({"ALTER TABLE t ADD w int"});
  CHECK(other.prepare(first).columns().size() == 4);
  create_keyspace(other, "elsewhere");
  CHECK(refusal_of([&] { other.prepare(first); }) == "undefined_table");
  const std::string scan = "SELECT v FROM t";
  f.session.prepare(scan);
  Session strict(f.database, Policy::teach);
  strict.use("k");
  CHECK_FALSE(refusal_of([&] { strict.prepare(scan); }).empty());
}

TEST_CASE("a batch with markers that was prepared still wants its values") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)"});
  const std::string batch = "BEGIN BATCH INSERT INTO t (k, v) VALUES (?, 1); APPLY BATCH";
  const Prepared prepared = f.session.prepare(batch);
  CHECK(refusal_of([&] { f.session.execute(batch); }) == "wrong_value_count");
  f.session.execute(prepared, Values{bound_int(7)});
  CHECK(f.rows("SELECT k, v FROM t") == Rows{"7|1"});
}

TEST_CASE("unset markers leave things as they are") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text, w int) WITH default_time_to_live = 1000",
         "INSERT INTO t (k, v, w) VALUES (1, 'a', 1)"});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, v, w) VALUES (?, ?, ?)");
  f.session.execute(insert, Values{bound_int(1), unset(), {std::nullopt}});
  CHECK(f.rows("SELECT v, w FROM t") == Rows{"'a'|null"});
  CHECK(refusal_of([&] {
          f.session.execute(insert, Values{unset(), bound_text("x"), unset()});
        }) == "unset_key");
  CHECK(refusal_of([&] {
          f.session.execute(insert, Values{{std::nullopt}, bound_text("x"), unset()});
        }) == "null_key");

  const Prepared timed = f.session.prepare("UPDATE t USING TIMESTAMP ? AND TTL ? SET v = ? WHERE k = 2");
  f.session.execute(timed, Values{{encode_int64(7)}, {std::nullopt}, bound_text("b")});
  CHECK(f.rows("SELECT writetime(v), ttl(v) FROM t WHERE k = 2") == Rows{"7|null"});
  f.session.execute(timed, Values{unset(), unset(), bound_text("c")});
  CHECK(f.rows("SELECT v FROM t WHERE k = 2") == Rows{"'c'"});
  CHECK(f.rows("SELECT ttl(v) FROM t WHERE k = 2") != Rows{"null"});
  CHECK(refusal_of([&] {
          f.session.execute(timed, Values{{std::nullopt}, unset(), bound_text("d")});
        }) == "null_timestamp");
  CHECK(refusal_of([&] {
          f.session.execute(timed, Values{unset(), bound_int(-1), bound_text("d")});
        }) == "negative_ttl");

  const Prepared limited = f.session.prepare("SELECT k FROM t LIMIT ?");
  CHECK(run(f.session, limited, {unset()}).size() == 2);
  CHECK(run(f.session, limited, {bound_int(1)}).size() == 1);
  CHECK(refusal_of([&] { run(f.session, limited, {bound_int(0)}); }) == "limit_not_positive");
  CHECK(refusal_of([&] { run(f.session, limited, {{std::nullopt}}); }) == "null_limit");
}

TEST_CASE("bound values are checked, and sets are put in order") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, s frozen<set<int>>, m map<text, int>)"});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, s, m) VALUES (1, ?, ?)");
  const Type ints = set_of(native_type(TypeKind::int_));
  const Value disorder = pack(ints, std::vector<Value>{encode_int32(3), encode_int32(1), encode_int32(3)});
  f.session.execute(insert, Values{{disorder}, unset()});
  CHECK(f.rows("SELECT s FROM t") == Rows{"{1, 3}"});
  CHECK_FALSE(refusal_of([&] { f.session.execute(insert, Values{{std::string("abc")}, unset()}); }).empty());
  CHECK(refusal_of([&] { f.session.execute(insert, Values{unset()}); }) == "wrong_value_count");
  CHECK(refusal_of([&] { f.session.execute("SELECT * FROM t WHERE k = ?"); }) == "wrong_value_count");
}

TEST_CASE("a bound value of more than 256 MiB is refused before anything is written") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v blob, m map<int, blob>)"});
  const Value longest(std::in_place, (std::size_t{256} << 20) + 1, 'x');
  const Prepared insert = f.session.prepare("INSERT INTO t (k, v) VALUES (1, ?)");
  CHECK(refusal_of([&] { f.session.execute(insert, Values{{longest}}); }) == "value_too_long");
  const Prepared update = f.session.prepare("UPDATE t SET m[1] = ? WHERE k = 1");
  CHECK(refusal_of([&] { f.session.execute(update, Values{{longest}}); }) == "value_too_long");
  CHECK(f.rows("SELECT k FROM t").empty());
}

TEST_CASE("a prepared statement follows the schema") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k, v) VALUES (1, 2)"});
  const Prepared select = f.session.prepare("SELECT * FROM t WHERE k = ?");
  CHECK(run(f.session, select, {bound_int(1)}) == Rows{"1|2"});
  f.run({"ALTER TABLE t ADD w text"});
  CHECK(run(f.session, select, {bound_int(1)}) == Rows{"1|2|null"});
  f.run({"DROP TABLE t"});
  CHECK(refusal_of([&] { run(f.session, select, {bound_int(1)}); }) != "");
  f.run({"CREATE TABLE t (k int PRIMARY KEY, x int)"});
  CHECK(run(f.session, select, {bound_int(1)}).empty());
}

TEST_CASE("values are not bound to markers that have got another type") {
  Fixture f;
  const std::string before = "CREATE TABLE t (k int PRIMARY KEY, a bigint, b int)";
  f.run({before});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, a, b) VALUES (?, ?, ?)");
  const Prepared select = f.session.prepare("SELECT a FROM t WHERE k = ? LIMIT ?");
  const Prepared filter = f.session.prepare("SELECT k FROM t WHERE b = ? ALLOW FILTERING");
  const std::vector<BoundValue> values = insert.bind(1, std::int64_t{5}, 7);
  f.run({"DROP TABLE t", "CREATE TABLE t (k int PRIMARY KEY, a double, b text)"});
  for (int round = 0; round < 2; ++round) {
    CHECK(refusal_of([&] { f.session.execute(insert, values); }) == "marker_type_changed");
    CHECK(refusal_of([&] { f.session.execute(filter, Values{bound_int(7)}); }) == "marker_type_changed");
    f.session.begin_group();
    CHECK(refusal_of([&] { f.session.execute(insert, values); }) == "marker_type_changed");
    CHECK(run(f.session, select, {bound_int(1), bound_int(1)}).empty());
    f.session.commit_group();
  }
  Session strict(f.database, Policy::teach);
  CHECK(refusal_of([&] { strict.execute(insert, values); }) == "marker_type_changed");
  CHECK(f.rows("SELECT * FROM t").empty());
  f.run({"DROP TABLE t", before});
  f.session.execute(insert, values);
  CHECK(f.rows("SELECT * FROM t") == Rows{"1|5|7"});
}

TEST_CASE("a value of a user type is bound after fields were added to the type, and not after a renaming") {
  Fixture f;
  f.run({"CREATE TYPE u (a int)", "CREATE TABLE t (k int PRIMARY KEY, v frozen<u>, w list<frozen<u>>)"});
  const Prepared insert = f.session.prepare("INSERT INTO t (k, v) VALUES (1, ?)");
  const Type type = insert.markers()[0].type;
  const Values values = {{pack(type, std::vector<Value>{encode_int32(3)})}};
  f.run({"ALTER TYPE u ADD b text"});
  f.session.execute(insert, values);
  CHECK(f.rows("SELECT v FROM t").size() == 1);
  f.run({"ALTER TYPE u RENAME a TO c"});
  CHECK(refusal_of([&] { f.session.execute(insert, values); }) == "marker_type_changed");
}

TEST_CASE("a document is bound to the columns of a table that has taken the place of another one") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  const Prepared insert = f.session.prepare("INSERT INTO t JSON ?");
  f.session.execute(insert, Values{bound_text(R"({"k": 1, "v": "one"})")});
  f.run({"DROP TABLE t", "CREATE TABLE t (id int PRIMARY KEY, v int)"});
  f.session.execute(insert, Values{bound_text(R"({"id": 2, "v": 2})")});
  CHECK(f.rows("SELECT * FROM t") == Rows{"2|2"});
}
