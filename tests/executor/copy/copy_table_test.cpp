// Copying the rows of a table into a table with another key.
#include <atomic>
#include <thread>

#include "copied_tables.h"
#include "random/random_writer.h"

namespace cellar {

TEST_CASE("a copy holds the rows that have its key, each cell with its own times") {
  CopiedTables f;
  f.run(
      {"CREATE TABLE likes (id int PRIMARY KEY, title text, stars int, tags set<text>)",
       "CREATE TABLE likes_by_title (title text, id int, stars int, tags set<text>, PRIMARY KEY (title, id))",
       "INSERT INTO likes (id, title, stars) VALUES (1, 'a', 5) USING TIMESTAMP 1000",
       "UPDATE likes USING TIMESTAMP 2000 SET stars = 6 WHERE id = 1",
       "UPDATE likes USING TIMESTAMP 500 AND TTL 5000 SET tags = {'x', 'y'} WHERE id = 1",
       "INSERT INTO likes (id, title) VALUES (2, 'a') USING TIMESTAMP 3000 AND TTL 4000",
       "INSERT INTO likes (id, stars) VALUES (3, 1)", "INSERT INTO likes (id, title) VALUES (4, '')"});
  const CopiedRows rows = f.copy("likes", "likes_by_title");
  CHECK(rows.read == 4);
  CHECK(rows.copied() == 2);
  CHECK(rows.without_value == 1);
  CHECK(rows.unfit == 1);
  CHECK(f.rows("SELECT title, id, stars, tags, writetime(stars), maxwritetime(tags) FROM likes_by_title") ==
        Rows{"'a'|1|6|{'x', 'y'}|2000|500", "'a'|2|null|null|null|null"});
  CHECK(f.rows("SELECT id FROM likes_by_title WHERE stars = 6 ALLOW FILTERING") == Rows{"1"});
  const std::string source = f.row("likes", {encode_int32(1)}, {"title"});
  CHECK(f.row("likes_by_title", {"a"}) == source);
}

TEST_CASE("elements, fields and positions in lists are copied as they are stored") {
  CopiedTables f;
  f.run({"CREATE TYPE address (street text, number int)",
         "CREATE TABLE t (p int, c int, l list<int>, m map<text, int>, u address, f frozen<list<int>>, "
         "s list<text> STATIC, us address STATIC, PRIMARY KEY (p, c))",
         "CREATE TABLE t_by_c (c int, p int, l list<int>, m map<text, int>, u address, f frozen<list<int>>, "
         "s list<text>, us address, PRIMARY KEY (c, p))",
         "UPDATE t SET l = [1, 2], m = {'a': 1}, f = [9] WHERE p = 1 AND c = 2",
         "UPDATE t USING TTL 3000 SET l = l + [2], m['b'] = 2 WHERE p = 1 AND c = 2",
         "UPDATE t SET l = [0] + l, u.street = 'x' WHERE p = 1 AND c = 2",
         "UPDATE t USING TIMESTAMP 77 AND TTL 4000 SET u.number = 3 WHERE p = 1 AND c = 2",
         "UPDATE t SET s = ['q', 'q'], us = {street: 'y', number: 4} WHERE p = 1",
         "UPDATE t USING TTL 5000 SET us.number = 5 WHERE p = 1"});
  f.copy("t", "t_by_c");
  const Rows values = f.rows("SELECT l, m, u, f, s, us FROM t");
  CHECK(values == Rows{"[0, 1, 2, 2]|{'a': 1, 'b': 2}|{street: 'x', number: 3}|[9]|['q', 'q']|"
                       "{street: 'y', number: 5}"});
  CHECK(f.rows("SELECT l, m, u, f, s, us FROM t_by_c") == values);
  CHECK(f.row("t_by_c", {encode_int32(2)}, {"c", "p"}) == f.row("t", {encode_int32(1)}, {"c", "p"}));
}

TEST_CASE("the marker of a row is copied with its times, also if the table has only a key") {
  CopiedTables f;
  f.run({"CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))",
         "CREATE TABLE t_by_b (b int, a int, PRIMARY KEY (b, a))",
         "INSERT INTO t (a, b) VALUES (1, 2) USING TIMESTAMP 1000 AND TTL 5000",
         "INSERT INTO t (a, b) VALUES (1, 3) USING TIMESTAMP 1001"});
  f.copy("t", "t_by_b");
  CHECK(f.marker("t", {encode_int32(1)}) == f.marker("t_by_b", {encode_int32(2)}));
  CHECK(f.marker("t_by_b", {encode_int32(2)}).starts_with("1000+5000@"));
  CHECK(f.marker("t_by_b", {encode_int32(3)}) == "1001");
}

TEST_CASE("a row of a copy ends with the values that became its key") {
  CopiedTables f;
  f.run(
      {"CREATE TABLE posts (id int PRIMARY KEY, author text, genre text, body text)",
       "CREATE TABLE by_author (author text, genre text, id int, body text, PRIMARY KEY (author, genre, id))",
       "INSERT INTO posts (id, body) VALUES (1, 'b')",
       "UPDATE posts USING TIMESTAMP 10 AND TTL 1000 SET author = 'ann' WHERE id = 1",
       "UPDATE posts USING TIMESTAMP 20 AND TTL 2000 SET genre = 'x' WHERE id = 1"});
  f.copy("posts", "by_author");
  CHECK(f.marker("by_author", {"ann"}).starts_with("20+1000@"));
  CHECK(f.rows("SELECT writetime(body) FROM by_author") == f.rows("SELECT writetime(body) FROM posts"));
}

TEST_CASE("a row without a marker gets one that lives as long as the cells that the copy lacks") {
  CopiedTables f;
  f.run({"CREATE TABLE t (a int, b int, v int, w int, PRIMARY KEY (a, b))",
         "CREATE TABLE t_by_b (b int, a int, PRIMARY KEY (b, a))",
         "UPDATE t USING TIMESTAMP 5 AND TTL 1000 SET v = 1 WHERE a = 1 AND b = 1",
         "UPDATE t USING TIMESTAMP 6 AND TTL 2000 SET w = 1 WHERE a = 1 AND b = 1"});
  f.copy("t", "t_by_b");
  CHECK(f.marker("t_by_b", {encode_int32(1)}).starts_with("6+2000@"));
}

TEST_CASE("a copy by the elements of a collection has a row for each, which lives as long as the element") {
  CopiedTables f;
  f.run({"CREATE TABLE t (id int PRIMARY KEY, tags set<text>, l list<text>, m map<text, int>)",
         "CREATE TABLE by_tag (tag text, id int, tags set<text>, PRIMARY KEY (tag, id))",
         "CREATE TABLE by_l (e text, id int, PRIMARY KEY (e, id))",
         "CREATE TABLE by_entry (k text, v int, id int, PRIMARY KEY (k, v, id))",
         "UPDATE t USING TIMESTAMP 10 SET tags = {'a'}, l = ['x'], m = {'k': 1} WHERE id = 1",
         "UPDATE t USING TIMESTAMP 20 AND TTL 900 SET tags = tags + {'b'}, l = l + ['y', 'x'], m['n'] = 1 "
         "WHERE id = 1",
         "INSERT INTO t (id) VALUES (2)"});
  const CopiedRows rows = f.copy("t", "by_tag", {{0, "tags"}});
  CHECK(rows.read == 2);
  CHECK(rows.without_value == 1);
  CHECK(f.marker("by_tag", {"a"}) == "10");
  CHECK(f.marker("by_tag", {"b"}).starts_with("20+900@"));
  CHECK(f.rows("SELECT tags FROM by_tag WHERE tag = 'b'") == Rows{"{'a', 'b'}"});
  f.copy("t", "by_l", {{0, "l"}});
  CHECK(f.marker("by_l", {"x"}) == "20");
  CHECK(f.marker("by_l", {"y"}).starts_with("20+900@"));
  f.copy("t", "by_entry", {{0, "m", ElementColumn::Holds::key}, {1, "m"}});
  CHECK(f.rows("SELECT k, v, id FROM by_entry WHERE k = 'k'") == Rows{"'k'|1|1"});
  CHECK(f.rows("SELECT k, v, id FROM by_entry").size() == 2);
}

TEST_CASE("copying again undoes no newer write, and counts nothing twice") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a text, v int)",
         "CREATE TABLE t_by_a (a text, k int, v int, PRIMARY KEY (a, k))",
         "INSERT INTO t (k, a, v) VALUES (1, 'x', 1)",
         "CREATE TABLE hits (page text, day int, n counter, PRIMARY KEY (page, day))",
         "CREATE TABLE hits_by_day (day int, page text, n counter, PRIMARY KEY (day, page))",
         "UPDATE hits SET n = n + 7 WHERE page = 'p' AND day = 1",
         "UPDATE hits SET n = n + 2 WHERE page = 'q' AND day = 1"});
  f.copy("t", "t_by_a");
  f.copy("hits", "hits_by_day");
  f.run({"UPDATE t_by_a SET v = 2 WHERE a = 'x' AND k = 1",
         "UPDATE hits SET n = n + 1 WHERE page = 'p' AND day = 1"});
  f.copy("t", "t_by_a");
  f.copy("hits", "hits_by_day");
  CHECK(f.rows("SELECT a, k, v FROM t_by_a") == Rows{"'x'|1|2"});
  CHECK(f.rows("SELECT day, page, n FROM hits_by_day") == Rows{"1|'p'|8", "1|'q'|2"});
}

TEST_CASE("a list that a program has written to both tables stays one list") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a int, l list<int>)",
         "CREATE TABLE t_by_a (a int, k int, l list<int>, PRIMARY KEY (a, k))",
         "BEGIN BATCH INSERT INTO t (k, a, l) VALUES (1, 2, [5, 5]); "
         "INSERT INTO t_by_a (a, k, l) VALUES (2, 1, [5, 5]); APPLY BATCH"});
  const std::string before = f.row("t_by_a", {encode_int32(2)});
  f.copy("t", "t_by_a");
  CHECK(f.row("t_by_a", {encode_int32(2)}) == before);
  f.run({"UPDATE t SET l = l + [6] WHERE k = 1"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT l FROM t_by_a") == Rows{"[5, 5, 6]"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT l FROM t_by_a") == Rows{"[5, 5, 6]"});
  f.run({"UPDATE t_by_a SET l = l + [7] WHERE a = 2 AND k = 1"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT l FROM t_by_a") == Rows{"[5, 5, 6]"});
}

TEST_CASE("elements that a collection of the source does not have go from the copy") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a int, s set<int>)",
         "CREATE TABLE t_by_a (a int, k int, s set<int>, PRIMARY KEY (a, k))",
         "INSERT INTO t (k, a, s) VALUES (1, 2, {1, 2}) USING TIMESTAMP 10"});
  f.copy("t", "t_by_a");
  f.run({"INSERT INTO t (k, s) VALUES (1, {2, 3}) USING TIMESTAMP 20",
         "UPDATE t USING TIMESTAMP 30 SET s = s + {4} WHERE k = 1",
         "UPDATE t_by_a USING TIMESTAMP 40 SET s = s + {5} WHERE a = 2 AND k = 1"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT s FROM t_by_a") == Rows{"{2, 3, 4}"});
}

TEST_CASE("a collection that is frozen in one of the tables becomes one that is not, and back") {
  CopiedTables f;
  f.run({"CREATE TYPE address (street text, number int)",
         "CREATE TABLE t (k int PRIMARY KEY, a int, l list<int>, s frozen<set<int>>, u frozen<address>, e "
         "set<int>)",
         "CREATE TABLE t_by_a (a int, k int, l frozen<list<int>>, s set<int>, u address, e frozen<set<int>>, "
         "PRIMARY KEY (a, k))",
         "CREATE TABLE t_by_e (e frozen<set<int>>, k int, PRIMARY KEY (e, k))",
         "INSERT INTO t (k, a, l, s, u, e) VALUES (1, 2, [1, 1], {3}, {street: 'x'}, {7}) USING TIMESTAMP 10",
         "UPDATE t USING TIMESTAMP 20 AND TTL 100 SET e = e + {8} WHERE k = 1"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT a, k, l, s, u, writetime(s), writetime(l), e, ttl(e) FROM t_by_a") ==
        Rows{"2|1|[1, 1]|{3}|{street: 'x', number: null}|[10]|10|{7, 8}|null"});
  f.run({"INSERT INTO t (k, s) VALUES (1, {4}) USING TIMESTAMP 30"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT s FROM t_by_a") == Rows{"{4}"});
  f.copy("t", "t_by_e");
  CHECK(f.rows("SELECT e, k FROM t_by_e") == Rows{"{7, 8}|1"});
  CHECK(f.marker("t_by_e", {f.value("SELECT e FROM t_by_e")}).starts_with("20+100@"));
}

TEST_CASE("a copy takes many groups, static columns, and partitions without rows") {
  CopiedTables f;
  f.run({"CREATE TABLE s (p int, c int, name text STATIC, v int, PRIMARY KEY (p, c))",
         "CREATE TABLE s_by_c (c int, p int, name text, v int, PRIMARY KEY (c, p))",
         "CREATE TABLE s_by_v (p int, v int, c int, name text STATIC, PRIMARY KEY ((p, v), c))",
         "INSERT INTO s (p, name) VALUES (-1, 'alone')"});
  f.session.begin_group();
  for (int p = 0; p < 50; ++p) {
    const std::string key = std::to_string(p);
    f.session.execute("INSERT INTO s (p, name) VALUES (" + key + ", 'n" + key + "')");
    for (int c = 0; c < 100; ++c)
      f.session.execute("INSERT INTO s (p, c, v) VALUES (" + key + ", " + std::to_string(c) + ", " +
                        std::to_string(c % 2) + ")");
  }
  f.session.commit_group();
  const CopiedRows rows = f.copy("s", "s_by_c");
  CHECK(rows.copied() == 5000);
  CHECK(rows.without_value == 1);
  CHECK(f.rows("SELECT count(*) FROM s_by_c") == Rows{"5000"});
  CHECK(f.rows("SELECT name FROM s_by_c WHERE c = 99 AND p = 49") == Rows{"'n49'"});
  f.copy("s", "s_by_v");
  CHECK(f.rows("SELECT count(*) FROM s_by_v") == Rows{"5000"});
  CHECK(f.rows("SELECT name, count(*) FROM s_by_v WHERE p = 7 AND v = 1") == Rows{"'n7'|50"});
}

TEST_CASE("a row that becomes more rows than a group holds goes on in the next one") {
  CopiedTables f;
  f.run({"CREATE TABLE t (id int PRIMARY KEY, tags set<int>, v int)",
         "CREATE TABLE by_tag (tag int, id int, v int, PRIMARY KEY (tag, id))"});
  std::string tags;
  for (int tag = 0; tag < 4500; ++tag) tags += (tag == 0 ? "" : ", ") + std::to_string(tag);
  f.session.execute("INSERT INTO t (id, tags, v) VALUES (1, {" + tags + "}, 8)");
  f.session.execute("INSERT INTO t (id, tags, v) VALUES (2, {1}, 9)");
  std::vector<std::uint64_t> durable;
  const CopiedRows rows =
      f.copy("t", "by_tag", {{0, "tags"}}, [&](const CopiedRows& now) { durable.push_back(now.copied()); });
  CHECK(rows.read == 2);
  CHECK(rows.copied() == 2);
  CHECK(durable.size() >= 3);
  CHECK(f.rows("SELECT count(*), sum(v) FROM by_tag") == Rows{"4501|36009"});
}

TEST_CASE("a copy of a copy with the first key is the table again, whatever was written") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    CopiedTables f;
    Timestamp now = 1'700'000'000'000'000;  // nothing ends while it is compared
    StoreOptions options;
    options.clock = [&] { return now += 10; };
    options.sync = false;
    f.open(options);
    RandomWriter writer("t", seed);
    StatementModel model;
    f.run({writer.create(),
           "CREATE TABLE u (c int, p int, d int, fixed text, tags set<int>, a text, b int, m map<text, int>, "
           "x int, "
           "PRIMARY KEY (c, d, p))",
           "CREATE TABLE w (p int, c int, d int, fixed text STATIC, tags set<int> STATIC, a text, b int, "
           "m map<text, int>, x int, PRIMARY KEY (p, c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)"});
    for (int round = 0; round < 3; ++round) {
      for (int writes = 0; writes < 25; ++writes) {
        const StatementText text = writer.write(model, f.database.now());
        f.session.execute(f.session.prepare(text.text), std::span(text.values));
      }
      f.run({"TRUNCATE u", "TRUNCATE w"});
      f.copy("t", "u");
      f.copy("u", "w");
      const auto rows = f.all_rows("t");
      CHECK(f.all_rows("w") == rows);
      const auto first = f.all_rows("u");
      f.copy("t", "u");
      f.copy("w", "u");
      CHECK(f.all_rows("u") == first);
    }
  }
}

TEST_CASE("indexes and views of the copy follow") {
  CopiedTables f;
  f.run(
      {"CREATE TABLE t (k int PRIMARY KEY, a int, v int)",
       "CREATE TABLE t_by_a (a int, k int, v int, PRIMARY KEY (a, k))", "CREATE INDEX ON t_by_a (v)",
       "CREATE MATERIALIZED VIEW by_v AS SELECT * FROM t_by_a WHERE v IS NOT NULL AND a IS NOT NULL AND k IS "
       "NOT NULL PRIMARY KEY (v, a, k)",
       "INSERT INTO t (k, a, v) VALUES (1, 2, 3)"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT k FROM t_by_a WHERE v = 3") == Rows{"1"});
  CHECK(f.rows("SELECT k FROM by_v WHERE v = 3") == Rows{"1"});
}

TEST_CASE("what is deleted or has expired is not copied, and what the copy has deleted later stays so") {
  CopiedTables f;
  f.run({"CREATE TABLE t (a int, b int, v int, w int, PRIMARY KEY (a, b))",
         "CREATE TABLE t_by_b (b int, a int, v int, w int, PRIMARY KEY (b, a))",
         "INSERT INTO t (a, b, v, w) VALUES (1, 1, 1, 1) USING TIMESTAMP 10",
         "INSERT INTO t (a, b, v) VALUES (1, 2, 1) USING TIMESTAMP 10",
         "INSERT INTO t (a, b, v) VALUES (1, 3, 1) USING TIMESTAMP 10",
         "DELETE w FROM t USING TIMESTAMP 11 WHERE a = 1 AND b = 1",
         "DELETE FROM t USING TIMESTAMP 11 WHERE a = 1 AND b > 2",
         "DELETE FROM t_by_b USING TIMESTAMP 12 WHERE b = 2"});
  CHECK(f.copy("t", "t_by_b").read == 2);
  CHECK(f.rows("SELECT b, a, v, w FROM t_by_b") == Rows{"1|1|1|null"});
}

TEST_CASE("a copy is interrupted between two groups, and says how many rows are durable") {
  CopiedTables f;
  f.make_rows(5000);
  std::atomic<bool> stops = false;
  f.session.set_wait({.waiting = nullptr, .interrupted = [&] { return stops.load(); }, .limit = {}});
  std::string count;
  try {
    f.copy("likes", "likes_by_title", {}, [&](const CopiedRows&) { stops = true; });
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.id == "fill_interrupted");
    for (const auto& [name, value] : refusal.diagnostic.parameters) count = name == "count" ? value : count;
  }
  stops = false;
  CHECK(f.rows("SELECT count(*) FROM likes_by_title") == Rows{count});
  CHECK(f.copy("likes", "likes_by_title").copied() == 5000);
  CHECK(f.rows("SELECT count(*) FROM likes_by_title") == Rows{"5000"});
}

TEST_CASE("a table that goes or changes while its rows are copied is named") {
  const auto [definition, refusal] = GENERATE(
      table<const char*, const char*>({{"TRUNCATE likes", "fill_table_gone"},
                                       {"DROP TABLE likes", "fill_table_gone"},
                                       {"TRUNCATE likes_by_title", "fill_copy_gone"},
                                       {"DROP TABLE likes_by_title", "fill_copy_gone"},
                                       {"ALTER TABLE likes_by_title ADD more int", "fill_columns_changed"},
                                       {"ALTER TABLE likes ADD more int", "fill_columns_changed"},
                                       {"CREATE INDEX ON likes_by_title (id)", ""}}));
  CopiedTables f;
  f.make_rows(3000);
  Session other(f.database);
  other.use("k");
  bool is_first = true;
  const auto define = [&](const CopiedRows&) {
    if (std::exchange(is_first, false)) other.execute(definition);
  };
  CHECK(refusal_of([&] { f.copy("likes", "likes_by_title", {}, define); }) == refusal);
}

TEST_CASE("a truncation that comes between two groups is not overtaken") {
  CopiedTables f;
  f.make_rows(5000);
  Session truncating(f.database), group(f.database);
  group.begin_group();
  group.execute("INSERT INTO k.likes (id, title) VALUES (0, 'b')");
  // The first group waits for an open group, and TRUNCATE behind it in the line of writers.
  std::atomic<bool> is_in_line = false;
  std::thread truncates;
  truncating.set_wait(
      {.waiting = nullptr, .interrupted = [&] { return is_in_line = true, false; }, .limit = {}});
  int asked = 0;  // first before the group is in the line
  const auto let_truncate = [&] {
    if (++asked > 1 && !truncates.joinable())
      truncates = std::thread([&] { truncating.execute("TRUNCATE k.likes"); });
    if (is_in_line && group.in_group()) group.drop_group();
    return false;
  };
  f.session.set_wait({.waiting = nullptr, .interrupted = let_truncate, .limit = {}});
  std::uint64_t durable = 0;
  const auto note = [&](const CopiedRows& rows) { durable = rows.copied(); };
  CHECK(refusal_of([&] { f.copy("likes", "likes_by_title", {}, note); }) == "fill_table_gone");
  CHECK(durable == 2000);
  truncates.join();
  f.session.set_wait({});
  CHECK(f.copy("likes", "likes_by_title").read == 0);
}

TEST_CASE("tables whose columns do not fit, and an open group, are refused") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int, n int)", "CREATE TABLE lacks (v int PRIMARY KEY, n int)",
         "CREATE TABLE other (v text, k int, PRIMARY KEY (v, k))",
         "CREATE TABLE strange (w int, k int, PRIMARY KEY (w, k))"});
  CHECK(refusal_of([&] { f.copy("t", "lacks"); }) == "copy_misfits");
  CHECK(refusal_of([&] { f.copy("t", "other"); }) == "copy_misfits");
  CHECK(refusal_of([&] { f.copy("t", "strange"); }) == "copy_misfits");
  f.session.begin_group();
  CHECK(refusal_of([&] { f.copy("t", "t"); }) == "group_is_open");
}

}  // namespace cellar
