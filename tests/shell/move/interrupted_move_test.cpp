// Moves that end early, and go on: nothing is lost, and nothing is doubled.
#include <catch2/catch.hpp>

#include <random>

#include "move_world.h"

using namespace cellar;
using namespace cellar::test;
using Lines = std::vector<std::string>;

namespace {

constexpr int kPartitions = 60;

/// Rows of several times with lists, and counters.
void fill_tables(MoveWorld& world) {
  world.run(kKeyspace);
  world.run("CREATE TABLE k.n (p int, c int, s counter STATIC, a counter, PRIMARY KEY (p, c))");
  world.run(
      "CREATE TABLE k.t (p int, c int, s list<int> STATIC, v text, l list<int>, m map<int, int>, PRIMARY KEY "
      "(p, c))");
  for (int p = 0; p < kPartitions; ++p) {
    const std::string key = std::to_string(p);
    world.run("UPDATE k.t USING TIMESTAMP 50 SET s = [1, " + key + "] WHERE p = " + key);
    world.run("UPDATE k.n SET s = s + " + key + " WHERE p = " + key);
    for (int c = 0; c < p % 4; ++c) {
      const std::string row = " WHERE p = " + key + " AND c = " + std::to_string(c);
      world.run("INSERT INTO k.t (p, c, v, l) VALUES (" + key + ", " + std::to_string(c) +
                ", 'v', [1, 2, 2]) USING TIMESTAMP 100");
      world.run("UPDATE k.t USING TIMESTAMP 200 AND TTL 90000 SET m = {1: 2}, l = l + [3]" + row);
      world.run("UPDATE k.n SET a = a + 3" + row);
    }
  }
}

void check_same(MoveWorld& world) {
  for (const char* const select :
       {"SELECT * FROM k.n",
        "SELECT p, c, s, v, l, m, writetime(s), writetime(v), writetime(l), writetime(m) FROM k.t",
        "SELECT count(*) FROM k.t"}) {
    std::string here = world.source.rows_of(select);
    // A list is as new as its newest element.
    for (std::size_t at; (at = here.find("[100, 100, 100, 200]")) != here.npos;)
      here.replace(at, 20, "[200, 200, 200, 200]");
    CHECK(world.target.rows_of(select) == here);
  }
}

}  // namespace

TEST_CASE("a move whose connection is lost at random goes on by itself") {
  const unsigned seed = GENERATE(range(0U, 12U));
  INFO("seed " << seed);
  std::mt19937 random(seed);
  MoveWorld world;
  fill_tables(world);
  world.to_cluster = true;
  world.patience = std::chrono::seconds(60);
  int left = 2;
  world.target.cluster.lose = [&] {
    if (left == 0 || random() % 90 != 0) return LikeCluster::Loss::none;
    --left;
    return random() % 2 == 0 ? LikeCluster::Loss::before : LikeCluster::Loss::after;
  };
  const MoveReport report = world.move();
  CHECK(!report.ended_by);
  CHECK(lines_of(report) == Lines{});
  check_same(world);
}

TEST_CASE("a definition whose answer is lost is not asked for as if it were not there") {
  const int which = GENERATE(range(0, 7));
  INFO("the definition whose answer is lost: " << which);
  MoveWorld world;
  world.run(kKeyspace);
  world.run("CREATE TYPE k.place (street text)");
  world.run("CREATE TABLE k.t (p int PRIMARY KEY, v int, w text, u place)");
  world.run("CREATE INDEX by_v ON k.t (v)");
  world.run("CREATE INDEX by_w ON k.t (w) USING 'sai'");
  world.run(
      "CREATE MATERIALIZED VIEW k.by_id AS SELECT * FROM k.t WHERE v IS NOT NULL AND p IS NOT NULL "
      "PRIMARY KEY (v, p)");
  world.to_cluster = true;
  world.patience = std::chrono::seconds(60);
  int asked = 0;
  world.target.cluster.lose_definition = [&] {
    return asked++ == which ? LikeCluster::Loss::after : LikeCluster::Loss::none;
  };
  const MoveReport report = world.move();
  CHECK(!report.ended_by);
  CHECK(report.made == 6);
  CHECK(asked == (which < 6 ? 7 : 6));
}

TEST_CASE("a check that is tried again counts each row once") {
  constexpr int kRows = 12'000;  // more than are counted at a time
  MoveWorld world;
  world.run(kKeyspace);
  world.run("CREATE TABLE k.t (p int PRIMARY KEY, v int)");
  const Prepared insert = world.source.connection.prepare("INSERT INTO k.t (p, v) VALUES (?, 1)");
  for (std::int32_t p = 0; p < kRows; ++p) world.source.connection.execute(insert, insert.bind(p));
  world.move();
  world.copies = false;
  world.patience = std::chrono::seconds(60);
  world.from_cluster = true;
  int rows = 0;
  world.source.cluster.loses_row = [&] { return ++rows == 11'000; };
  const MoveReport report = world.move();
  CHECK(!report.ended_by);
  CHECK(report.difference_count == 0);
  CHECK(rows > kRows);
  CHECK(report.tables[0].checked_rows == kRows);
}

TEST_CASE("a move that has ended early goes on when it is made again") {
  const unsigned seed = GENERATE(range(0U, 25U));
  INFO("seed " << seed);
  std::mt19937 random(seed);
  MoveWorld world;
  fill_tables(world);
  world.to_cluster = true;
  MoveReport report;
  int runs = 0;
  for (bool is_done = false; !is_done; ++runs) {
    REQUIRE(runs < 40);
    int writes = static_cast<int>(random() % 120) + runs;
    world.target.cluster.lose = [&] {
      if (--writes != 0) return LikeCluster::Loss::none;
      world.stop = random() % 2 == 0 ? 2 : 0;
      return world.stop != 0     ? LikeCluster::Loss::none
             : random() % 2 == 0 ? LikeCluster::Loss::before
                                 : LikeCluster::Loss::after;
    };
    report = world.move();
    is_done = !report.ended_by;
    CHECK(report.is_interrupted() == (world.stop != 0));
    CHECK(world.has_record() == !is_done);
    CHECK(report.can_go_on == !is_done);
    world.stop = 0;
  }
  CHECK(lines_of(report) == Lines{});
  check_same(world);
}

TEST_CASE("the record says how far tables are, and is of one move") {
  MoveWorld world;
  fill_tables(world);
  world.to_cluster = true;
  int writes = 180;  // in the second table
  world.target.cluster.lose = [&] {
    return --writes == 0 ? LikeCluster::Loss::before : LikeCluster::Loss::none;
  };
  REQUIRE(world.move().ended_by);
  const std::string record = world.folder.read("record");
  CHECK(record.find("copied k.n 9223372036854775807\n") != record.npos);
  SECTION("a line that was not ended is passed over") {
    world.folder.write("record", record + "copied k.t 92233720");
    const MoveReport report = world.move();
    CHECK(report.tables[0].rows == 0);  // k.n
    CHECK(report.tables[1].rows > 0);
    CHECK(report.difference_count == 0);
  }
  SECTION("a head that was not ended is none") {
    world.folder.write("record", record.substr(0, 30));
    const MoveReport report = world.move();
    CHECK(report.tables[0].rows > 0);
    CHECK(report.difference_count == 0);
  }
  SECTION("another move") {
    world.tables = {"k.t"};
    CHECK(world.refused_for() == "move_record_of_other");
    world.folder.write(
        "record", "a text of somebody\nin two lines that are long enough to be no beginning of a record");
    CHECK(world.refused_for() == "move_record_unknown");
    CHECK(world.folder.read("record").starts_with("a text of somebody"));
  }
  SECTION("a table that was dropped meanwhile is moved as a whole") {
    world.target.run("DROP TABLE k.n");
    CHECK(world.move().tables[0].rows > 0);
    check_same(world);
  }
}
