// Copying into a table that was filled before, while its source was written.
#include <random>

#include "copied_tables.h"

namespace cellar {

namespace {

/// A table, a copy of it that is filled again and again, and one that is made anew.
struct ChangingTables : CopiedTables {
  Timestamp clock = 1'700'000'000'000'000;
  std::mt19937 random;

  explicit ChangingTables(unsigned seed) : random(seed) {
    StoreOptions options;
    options.clock = [this] { return clock += 10; };
    options.sync = false;
    open(options);
    const std::string values = "v int, w text, m map<int, int>, l list<int>, s set<int>, ";
    run({"CREATE TABLE src (p int, c int, title int, fixed int STATIC, " + values + "PRIMARY KEY (p, c))",
         "CREATE TABLE kept (title int, p int, c int, fixed int, " + values + "PRIMARY KEY (title, p, c))",
         "CREATE TABLE fresh (title int, p int, c int, fixed int, " + values + "PRIMARY KEY (title, p, c))",
         "CREATE TABLE within (title int, p int, c int, fixed int STATIC, " + values +
             "PRIMARY KEY ((p, title), c))"});
  }

  int any(int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); }

  std::string number(int end = 5) { return std::to_string(any(end)); }

  std::string times() { return any(4) == 0 ? " USING TTL " + std::to_string(1 + any(30)) : ""; }

  void write() {
    const std::string place = " WHERE p = " + number(2) + " AND c = " + number(3);
    const std::vector<std::string> sets = {"title = " + number(3),
                                           "title = " + number(3) + ", v = " + number(),
                                           "title = null",
                                           "v = " + number(),
                                           "v = null",
                                           "w = 'x" + number() + "'",
                                           "m[" + number() + "] = " + number(),
                                           "m = m - {" + number() + "}",
                                           "m = {" + number() + ": 1}",
                                           "l = l + [" + number() + "]",
                                           "l = [" + number() + "] + l",
                                           "l = [" + number() + ", 7]",
                                           "l = null",
                                           "s = s + {" + number() + "}",
                                           "s = s - {" + number() + "}",
                                           "s = {" + number() + "}"};
    const int kind = any(24);
    if (kind == 0) {
      session.execute("DELETE FROM src" + place);
    } else if (kind == 1) {
      session.execute("DELETE FROM src WHERE p = " + number(2));
    } else if (kind == 2) {
      session.execute("UPDATE src SET fixed = " + number() + " WHERE p = " + number(2));
    } else if (kind < 6) {
      session.execute("INSERT INTO src (p, c, title, v) VALUES (" + number(2) + ", " + number(3) + ", " +
                      number(3) + ", 9)" + times());
    } else {
      session.execute("UPDATE src" + times() + " SET " + sets[random() % sets.size()] + place);
    }
  }

  /// The rows of a table that have a title, in an order of their own.
  Rows titled(const std::string& table) {
    Rows all = rows("SELECT title, p, c, fixed, v, w, m, l, s FROM " + table);
    std::erase_if(all, [](const std::string& row) { return row.starts_with("null|"); });
    std::ranges::sort(all);
    return all;
  }
};

}  // namespace

TEST_CASE("a copy that is filled again has what its source has, now and later, whatever was written") {
  for (unsigned seed = 1; seed <= 25; ++seed) {
    ChangingTables f(seed);
    for (int round = 0; round < 12; ++round) {
      INFO("seed " << seed << ", round " << round);
      for (int writes = 0; writes < 12; ++writes) f.write();
      f.copy("src", "kept");
      f.copy("src", "within");
      f.run({"TRUNCATE fresh"});
      f.copy("src", "fresh");
      REQUIRE(f.titled("kept") == f.titled("src"));
      REQUIRE(f.titled("within") == f.titled("src"));
      for (int later = 0; later < 3; ++later) {
        f.clock += 3'000'000;
        REQUIRE(f.titled("fresh") == f.titled("src"));
        REQUIRE(f.titled("kept") == f.titled("src"));
      }
    }
  }
}

TEST_CASE("a second copy deletes the rows and values that its source does not have any more") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a int, v int, m map<text, int>, l list<int>)",
         "CREATE TABLE t_by_a (a int, k int, v int, m map<text, int>, l list<int>, PRIMARY KEY (a, k))",
         "CREATE INDEX ON t_by_a (v)", "INSERT INTO t (k, a, v) VALUES (1, 7, 1)",
         "INSERT INTO t (k, a, v) VALUES (2, 7, 2)", "INSERT INTO t (k, a, v) VALUES (3, 7, 3)",
         "INSERT INTO t (k, a, v, m, l) VALUES (4, 7, 4, {'x': 1, 'y': 2}, [1, 2])"});
  CHECK(f.copy("t", "t_by_a").deleted == 0);
  f.run({"DELETE FROM t WHERE k = 1", "UPDATE t SET a = 8 WHERE k = 2", "UPDATE t SET v = null WHERE k = 3",
         "DELETE m['x'], l[0] FROM t WHERE k = 4"});
  const CopiedRows rows = f.copy("t", "t_by_a");
  CHECK(rows.copied() == 3);
  CHECK(rows.deleted == 2);
  CHECK(f.rows("SELECT a, k, v, m, l FROM t_by_a") ==
        Rows{"8|2|2|null|null", "7|3|null|null|null", "7|4|4|{'y': 2}|[2]"});
  CHECK(f.rows("SELECT k FROM t_by_a WHERE v = 1").empty());
  CHECK(f.copy("t", "t_by_a").deleted == 0);
}

TEST_CASE("a second copy goes over many groups, also if each row of the copy is an element") {
  CopiedTables f;
  f.make_rows(5000);
  f.run({"CREATE TABLE posts (id int PRIMARY KEY, tags set<int>)",
         "CREATE TABLE by_tag (tag int, id int, PRIMARY KEY (tag, id))"});
  std::string tags;
  for (int tag = 0; tag < 4500; ++tag) tags += (tag == 0 ? "" : ", ") + std::to_string(tag);
  for (const char* id : {"1", "2"})
    f.session.execute(std::string("INSERT INTO posts (id, tags) VALUES (") + id + ", {" + tags + "})");
  f.copy("likes", "likes_by_title");
  f.copy("posts", "by_tag", {{0, "tags"}});
  f.run({"DELETE FROM likes WHERE id IN (1, 4999)", "UPDATE posts SET tags = tags - {3, 4444} WHERE id = 2"});
  int groups = 0;
  CHECK(f.copy("likes", "likes_by_title", {}, [&](const CopiedRows&) { ++groups; }).deleted == 2);
  CHECK(groups > 5);
  CHECK(f.rows("SELECT count(*) FROM likes_by_title") == Rows{"4998"});
  CHECK(f.copy("posts", "by_tag", {{0, "tags"}}).deleted == 2);
  CHECK(f.rows("SELECT count(*) FROM by_tag") == Rows{"8998"});
  CHECK(f.rows("SELECT id FROM by_tag WHERE tag = 4444") == Rows{"1"});
}

TEST_CASE("static values go from a copy with those of the source, and with the last row under a key") {
  CopiedTables f;
  f.run(
      {"CREATE TABLE s (p int, c int, v int, name text STATIC, more text STATIC, PRIMARY KEY (p, c))",
       "CREATE TABLE s_by_v (p int, v int, c int, name text STATIC, more text STATIC, PRIMARY KEY (p, v, c))",
       "CREATE TABLE s_by_p_v (p int, v int, c int, name text STATIC, PRIMARY KEY ((p, v), c))",
       "INSERT INTO s (p, c, v, name, more) VALUES (1, 1, 1, 'n', 'm')",
       "INSERT INTO s (p, c, v, name) VALUES (2, 1, 1, 'n')"});
  const auto copy = [&] {
    f.copy("s", "s_by_v");
    f.copy("s", "s_by_p_v");
  };
  copy();
  f.run({"UPDATE s SET v = 2 WHERE p = 1 AND c = 1", "DELETE more FROM s WHERE p = 1",
         "DELETE FROM s WHERE p = 2"});
  copy();
  CHECK(f.rows("SELECT p, v, name, more FROM s_by_v") == Rows{"1|2|'n'|null"});
  CHECK(f.rows("SELECT p, v, c, name FROM s_by_p_v") == Rows{"1|2|1|'n'"});
  f.run({"DELETE FROM s WHERE p = 1 AND c = 1"});
  copy();
  CHECK(f.rows("SELECT p, v, name FROM s_by_v") == Rows{"1|null|'n'"});
  CHECK(f.rows("SELECT p, v, c, name FROM s_by_p_v").empty());
}

TEST_CASE("counters that the source does not have go from the copy") {
  CopiedTables f;
  f.run({"CREATE TABLE hits (page text, day int, n counter, m counter, PRIMARY KEY (page, day))",
         "CREATE TABLE hits_by_day (day int, page text, n counter, m counter, PRIMARY KEY (day, page))",
         "UPDATE hits SET n = n + 7, m = m + 1 WHERE page = 'p' AND day = 1",
         "UPDATE hits SET n = n + 2 WHERE page = 'q' AND day = 1"});
  f.copy("hits", "hits_by_day");
  f.run({"DELETE m FROM hits WHERE page = 'p' AND day = 1", "DELETE FROM hits WHERE page = 'q' AND day = 1"});
  CHECK(f.copy("hits", "hits_by_day").deleted == 1);
  CHECK(f.rows("SELECT day, page, n, m FROM hits_by_day") == Rows{"1|'p'|7|null"});
}

TEST_CASE("a marker that the source does not have goes from the copy, if nothing else goes with it") {
  CopiedTables f;
  f.run({"CREATE TABLE t (a int, b int, v int, PRIMARY KEY (a, b))",
         "CREATE TABLE t_by_b (b int, a int, v int, PRIMARY KEY (b, a))",
         "INSERT INTO t (a, b) VALUES (1, 1)"});
  f.copy("t", "t_by_b");
  f.run({"DELETE FROM t WHERE a = 1 AND b = 1", "UPDATE t SET v = 5 WHERE a = 1 AND b = 1"});
  f.copy("t", "t_by_b");
  CHECK(f.marker("t_by_b", {encode_int32(1)}) == "none");
  CHECK(f.rows("SELECT v FROM t_by_b") == Rows{"5"});
}

TEST_CASE("what a program writes to the copy first while rows are copied stays") {
  CopiedTables f;
  f.make_rows(3000);
  f.copy("likes", "likes_by_title");
  bool is_first = true;
  const auto write = [&](const CopiedRows&) {
    if (std::exchange(is_first, false)) f.run({"INSERT INTO likes_by_title (title, id) VALUES ('b', 9000)"});
  };
  Session other(f.database);
  CHECK(f.copy("likes", "likes_by_title", {}, write).deleted == 0);
  CHECK(f.rows("SELECT id FROM likes_by_title WHERE title = 'b'") == Rows{"9000"});
}

TEST_CASE("a list that a program has written to each of the tables with a statement of its own stays") {
  CopiedTables f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a int, l list<int>)",
         "CREATE TABLE t_by_a (a int, k int, l list<int>, PRIMARY KEY (a, k))",
         "INSERT INTO t (k, a, l) VALUES (1, 2, [5, 5])",
         "INSERT INTO t_by_a (a, k, l) VALUES (2, 1, [5, 5])"});
  f.copy("t", "t_by_a");
  CHECK(f.rows("SELECT l FROM t_by_a") == Rows{"[5, 5]"});
}

}  // namespace cellar
