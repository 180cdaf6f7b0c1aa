// Filling a copy of a table with another key.
#include "shell/teach/advise/advise_fill.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "shell/editor/interrupt.h"
#include "types/value/value.h"

using namespace cellar;

namespace {

struct Filling {
  const Database database = Database::open_temporary();
  Session session{database, Policy::teach};
  KeptOutput output;

  Filling() {
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.use("k");
  }
  void run(std::initializer_list<const char*> statements) {
    for (const char* statement : statements) session.execute(statement);
  }
  FilledRows fill(const char* table, const char* copy) {
    const SchemaPointer schema = session.schema();
    return fill_copy(database, session, schema->find_table("k", table), *schema->find_table("k", copy), {},
                     {}, output);
  }
  std::vector<std::string> rows(const std::string& select) {
    Result result = session.execute(select + " ALLOW FILTERING");
    std::vector<std::string> rows;
    while (const ResultRow* row = result.next()) {
      std::string text;
      for (std::size_t column = 0; column < row->size(); ++column)
        text += (column == 0 ? "" : "|") + to_literal(result.columns()[column].type, (*row)[column]);
      rows.push_back(text);
    }
    return rows;
  }
};

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("a copy holds the rows that have its key, each cell with its own time") {
  Filling f;
  f.run(
      {"CREATE TABLE likes (id int PRIMARY KEY, title text, stars int, tags set<text>)",
       "CREATE TABLE likes_by_title (title text, id int, stars int, tags set<text>, PRIMARY KEY (title, id))",
       "INSERT INTO likes (id, title, stars) VALUES (1, 'a', 5) USING TIMESTAMP 1000",
       "UPDATE likes USING TIMESTAMP 2000 SET stars = 6 WHERE id = 1",
       "UPDATE likes USING TIMESTAMP 500 AND TTL 5000 SET tags = {'x', 'y'} WHERE id = 1",
       "INSERT INTO likes (id, title) VALUES (2, 'a') USING TIMESTAMP 3000 AND TTL 4000",
       "INSERT INTO likes (id, stars) VALUES (3, 1)", "INSERT INTO likes (id, title) VALUES (4, '')"});
  const FilledRows rows = f.fill("likes", "likes_by_title");
  CHECK(rows.read == 4);
  CHECK(rows.copied() == 2);
  CHECK(rows.without_value == 1);
  CHECK(rows.unfit == 1);
  CHECK(f.rows("SELECT title, id, stars, tags, writetime(stars), maxwritetime(tags) FROM likes_by_title") ==
        Rows{"'a'|1|6|{'x', 'y'}|2000|500", "'a'|2|null|null|null|null"});
  CHECK(f.rows("SELECT id FROM likes_by_title WHERE stars = 6") == Rows{"1"});
  Result times = f.session.execute("SELECT ttl(tags) FROM likes_by_title WHERE title = 'a' AND id = 1");
  const auto kept = times.next()->get<std::vector<std::int32_t>>(0);
  REQUIRE(kept.size() == 2);
  CHECK(kept[0] > 4900);
  CHECK(kept[0] <= 5000);
}

TEST_CASE("a table that is truncated while its rows are copied is named, and not a place in its pages") {
  Filling f;
  f.run({"CREATE TABLE likes (id int PRIMARY KEY, title text)",
         "CREATE TABLE likes_by_title (title text, id int, PRIMARY KEY (title, id))"});
  f.session.begin_group();
  for (int id = 0; id < 300; ++id)  // the first page has a hundred
    f.session.execute("INSERT INTO likes (id, title) VALUES (" + std::to_string(id) + ", 'a')");
  f.session.commit_group();
  // The write of the first page waits for a group, and TRUNCATE behind it in the line of writers: so the table is
  // truncated before the second page is written.
  Session group(f.database, Policy::cassandra), truncating(f.database, Policy::cassandra);
  group.begin_group();
  group.execute("INSERT INTO k.likes (id, title) VALUES (0, 'b')");
  std::atomic<bool> is_in_line = false;
  std::thread truncates;
  truncating.set_wait(
      {.waiting = nullptr, .interrupted = [&] { return is_in_line = true, false; }, .limit = {}});
  const auto let_truncate = [&] {
    if (!truncates.joinable()) truncates = std::thread([&] { truncating.execute("TRUNCATE k.likes"); });
    if (is_in_line && group.in_group()) group.drop_group();
    return false;
  };
  f.session.set_wait({.waiting = nullptr, .interrupted = let_truncate, .limit = {}});
  std::string refused;
  try {
    f.fill("likes", "likes_by_title");
  } catch (const Refusal& refusal) {
    refused = refusal.diagnostic.id;
  }
  truncates.join();
  CHECK(refused == "fill_table_gone");
  CHECK(f.fill("likes", "likes_by_title").read == 0);
}

TEST_CASE("a row of a copy ends with the value that became its key") {
  Filling f;
  f.run({"CREATE TABLE posts (id int PRIMARY KEY, author text, body text)",
         "CREATE TABLE posts_by_author (author text, id int, body text, PRIMARY KEY (author, id))",
         "INSERT INTO posts (id, body) VALUES (1, 'b')",
         "UPDATE posts USING TTL 1000000 SET author = 'ann' WHERE id = 1"});
  f.fill("posts", "posts_by_author");
  Request later;
  later.statement = "SELECT body FROM posts_by_author WHERE author = 'ann' AND body = 'b' ALLOW FILTERING";
  Result now = f.session.execute(later);
  CHECK(now.next() != nullptr);
  Request marker;
  marker.statement = "UPDATE posts_by_author SET body = null WHERE author = 'ann' AND id = 1";
  f.session.execute(marker);
  later.statement = "SELECT id FROM posts_by_author WHERE author = 'ann'";
  later.now = Seconds{4'000'000'000};
  Result ended = f.session.execute(later);
  CHECK(ended.next() == nullptr);
}

TEST_CASE("filling again undoes no newer write, and counts nothing twice") {
  Filling f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a text, v int)",
         "CREATE TABLE t_by_a (a text, k int, v int, PRIMARY KEY (a, k))",
         "INSERT INTO t (k, a, v) VALUES (1, 'x', 1)",
         "CREATE TABLE hits (page text, day int, n counter, PRIMARY KEY (page, day))",
         "CREATE TABLE hits_by_day (day int, page text, n counter, PRIMARY KEY (day, page))",
         "UPDATE hits SET n = n + 7 WHERE page = 'p' AND day = 1",
         "UPDATE hits SET n = n + 2 WHERE page = 'q' AND day = 1"});
  f.fill("t", "t_by_a");
  f.fill("hits", "hits_by_day");
  f.run({"UPDATE t_by_a SET v = 2 WHERE a = 'x' AND k = 1",
         "UPDATE hits SET n = n + 1 WHERE page = 'p' AND day = 1"});
  f.fill("t", "t_by_a");
  f.fill("hits", "hits_by_day");
  CHECK(f.rows("SELECT a, k, v FROM t_by_a") == Rows{"'x'|1|2"});
  CHECK(f.rows("SELECT day, page, n FROM hits_by_day") == Rows{"1|'p'|8", "1|'q'|2"});
}

TEST_CASE("a copy takes many pages, static columns, and partitions without rows") {
  Filling f;
  f.run({"CREATE TABLE s (p int, c int, name text STATIC, v int, PRIMARY KEY (p, c))",
         "CREATE TABLE s_by_c (c int, p int, name text, v int, PRIMARY KEY (c, p))",
         "INSERT INTO s (p, name) VALUES (-1, 'alone')"});
  f.session.begin_group();
  for (int p = 0; p < 50; ++p) {
    f.session.execute("INSERT INTO s (p, name) VALUES (" + std::to_string(p) + ", 'n" + std::to_string(p) +
                      "')");
    for (int c = 0; c < 100; ++c)
      f.session.execute("INSERT INTO s (p, c, v) VALUES (" + std::to_string(p) + ", " + std::to_string(c) +
                        ", 1)");
  }
  f.session.commit_group();
  const FilledRows rows = f.fill("s", "s_by_c");
  CHECK(rows.copied() == 5000);
  CHECK(rows.without_value == 1);
  CHECK(f.rows("SELECT count(*) FROM s_by_c") == Rows{"5000"});
  CHECK(f.rows("SELECT name FROM s_by_c WHERE c = 99 AND p = 49") == Rows{"'n49'"});
}
