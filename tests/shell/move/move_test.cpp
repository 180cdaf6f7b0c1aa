// Moves from one database of this process to another: what comes over, what is refused, how it goes on.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "executor/system/system_rows.h"
#include "json_schema.h"
#include "move_world.h"
#include "refusal/messages.h"
#include "shell/move/replication.h"

using namespace cellar;
using namespace cellar::test;
using Lines = std::vector<std::string>;

namespace {

/// All that a schema may have, and rows of several times.
void fill(MoveWorld& world) {
  for (const char* const statement : {
           kKeyspace,
           "CREATE TYPE k.place (street text, number int)",
           "CREATE TYPE k.home (at frozen<place>, since date)",
           "CREATE TABLE k.t (p int, c int, s text STATIC, v text, l list<int>, m map<text, int>, e "
           "set<int>, u place, "
           "h frozen<home>, PRIMARY KEY (p, c)) WITH CLUSTERING ORDER BY (c DESC)",
           "CREATE TABLE k.plain (id int PRIMARY KEY, v int)",
           "CREATE INDEX by_v ON k.t (v)",
           "CREATE MATERIALIZED VIEW k.by_id AS SELECT * FROM k.plain WHERE v IS NOT NULL AND id IS NOT NULL "
           "PRIMARY KEY (v, id)",
           "INSERT INTO k.t (p, c, s, v, l, m, e, u, h) VALUES (1, 1, 'static', 'one', [3, 1, 2], {'a': 1}, "
           "{5, 4}, "
           "{street: 'Main', number: 1}, {at: {street: 'Old'}, since: '2020-01-02'}) USING TIMESTAMP 1000",
           "UPDATE k.t USING TIMESTAMP 2000 AND TTL 100000 SET v = 'two', m['b'] = 2, u.number = 7, e = e + "
           "{6} "
           "WHERE p = 1 AND c = 1",
           "UPDATE k.t USING TIMESTAMP 1500 SET l = l + [9] WHERE p = 1 AND c = 1",
           "INSERT INTO k.t (p, c, v) VALUES (1, 2, 'next') USING TIMESTAMP 3000 AND TTL 5000",
           "UPDATE k.t USING TIMESTAMP 4000 SET s = 'alone' WHERE p = 2",
           "INSERT INTO k.t (p, c) VALUES (3, 3)",
           "INSERT INTO k.plain (id, v) VALUES (1, 10)",
       })
    world.run(statement);
}

const char* const kAllOfT =
    "SELECT p, c, s, v, l, m, e, u, h, writetime(s), writetime(v), ttl(v), writetime(m), ttl(m), "
    "writetime(e), "
    "ttl(e), writetime(u), ttl(u), writetime(h) FROM k.t";

}  // namespace

TEST_CASE("a move carries types, tables, rows with their times, indexes and views") {
  MoveWorld world;
  fill(world);
  const MoveReport report = world.move();
  CHECK(report.made == 7);
  CHECK(!report.ended_by);
  CHECK(lines_of(report) == Lines{});
  CHECK(world.target.rows_of(kAllOfT) == world.source.rows_of(kAllOfT));
  CHECK(world.target.rows_of("SELECT c FROM k.t WHERE v = 'two'") == "1\n");
  CHECK(world.target.rows_of("SELECT id FROM k.by_id WHERE v = 10") == "1\n");
  // Its elements had two times: it is as new as the newest.
  CHECK(world.target.rows_of("SELECT l, writetime(l) FROM k.t WHERE p = 1 AND c = 1") ==
        "[3, 1, 2, 9], [1500, 1500, 1500, 1500]\n");
  REQUIRE(report.tables.size() == 2);
  CHECK(report.tables[1].name == "k.t");
  CHECK(report.tables[1].rows == 4);
  CHECK(report.tables[1].mixed_lists == 1);
  CHECK(report.tables[1].checked_rows == 4);
  CHECK_FALSE(world.has_record());
}

TEST_CASE("what is moved again stays as it is, lists and counters, too") {
  MoveWorld world;
  fill(world);
  world.run("CREATE TABLE k.n (p int, c int, s counter STATIC, a counter, b counter, PRIMARY KEY (p, c))");
  world.run("UPDATE k.n SET a = a + 5, s = s + 100 WHERE p = 1 AND c = 1");
  world.run("UPDATE k.n SET a = a + 6, b = b + 7 WHERE p = 1 AND c = 2");
  world.run("UPDATE k.n SET s = s + 3 WHERE p = 2");
  world.to_cluster = GENERATE(false, true);
  const char* const counters = "SELECT * FROM k.n";
  for (int times = 0; times < 3; ++times) {
    const MoveReport report = world.move();
    CHECK(lines_of(report) == Lines{});
    CHECK(world.target.rows_of(counters) == world.source.rows_of(counters));
    CHECK(world.target.rows_of("SELECT l FROM k.t WHERE p = 1 AND c = 1") == "[3, 1, 2, 9]\n");
  }
  // A counter that is another one there is left as it is, and told; one that is not there is added.
  world.run("UPDATE k.n SET a = a + 1, b = b + 2 WHERE p = 1 AND c = 1");
  const MoveReport report = world.move();
  CHECK(lines_of(report) == Lines{"value k.n p = 1 AND c = 1 a"});
  CHECK(report.tables[0].kept == 1);
  CHECK(world.target.rows_of("SELECT a, b FROM k.n WHERE p = 1 AND c = 1") == "5, 2\n");
  // A list that is newer deletes the older one; one that is older changes nothing.
  world.run("UPDATE k.t USING TIMESTAMP 5000 SET l = [7] WHERE p = 1 AND c = 1");
  CHECK(lines_of(world.move()).size() == 1);
  CHECK(world.target.rows_of("SELECT l FROM k.t WHERE p = 1 AND c = 1") == "[7]\n");
  world.target.run("UPDATE k.t USING TIMESTAMP 6000 SET l = [8] WHERE p = 1 AND c = 1");
  CHECK(lines_of(world.move()) == Lines{"value k.n p = 1 AND c = 1 a", "value k.t p = 1 AND c = 1 l"});
  CHECK(world.target.rows_of("SELECT l FROM k.t WHERE p = 1 AND c = 1") == "[8]\n");
}

TEST_CASE("the comparison tells each planted difference, and nothing else") {
  MoveWorld world;
  fill(world);
  world.to_cluster = GENERATE(false, true);
  REQUIRE(lines_of(world.move()) == Lines{});
  world.copies = false;
  const auto differences = [&](const std::string& statement) {
    world.target.run(statement);
    return lines_of(world.move());
  };
  CHECK(lines_of(world.move()) == Lines{});
  CHECK(differences("UPDATE k.plain USING TIMESTAMP 9000000000000000 SET v = 11 WHERE id = 1") ==
        Lines{"value k.plain id = 1 v"});
  CHECK(differences("DELETE FROM k.plain USING TIMESTAMP 9000000000000001 WHERE id = 1") ==
        Lines{"missing k.plain id = 1"});
  CHECK(differences("INSERT INTO k.plain (id, v) VALUES (2, 2)") ==
        Lines{"missing k.plain id = 1", "further k.plain id = 2"});
  world.tables = {"k.t"};
  CHECK(differences("UPDATE k.t USING TIMESTAMP 2001 AND TTL 100000 SET v = 'two' WHERE p = 1 AND c = 1") ==
        Lines{"written k.t p = 1 AND c = 1 v"});
  CHECK(differences("UPDATE k.t USING TIMESTAMP 3001 AND TTL 4900 SET v = 'next' WHERE p = 1 AND c = 2") ==
        Lines{"written k.t p = 1 AND c = 2 v", "written k.t p = 1 AND c = 1 v"});
  CHECK(differences("DELETE v FROM k.t USING TIMESTAMP 3002 WHERE p = 1 AND c = 2").size() == 2);
  CHECK(differences("UPDATE k.t USING TIMESTAMP 1001 SET s = 'static' WHERE p = 1") ==
        Lines{"written k.t p = 1 s", "value k.t p = 1 AND c = 2 v", "written k.t p = 1 AND c = 1 v"});
  CHECK(differences("UPDATE k.t USING TIMESTAMP 2001 SET m['b'] = 2 WHERE p = 1 AND c = 1")[2] ==
        "written k.t p = 1 AND c = 1 m");
  CHECK(differences("DELETE s FROM k.t USING TIMESTAMP 4001 WHERE p = 2").back() == "missing k.t p = 2");
}

TEST_CASE("an expiry that differs is told, by its moments") {
  MoveWorld world;
  world.run(kKeyspace);
  world.run("CREATE TABLE k.t (k int PRIMARY KEY, v int)");
  world.run("INSERT INTO k.t (k, v) VALUES (1, 1) USING TIMESTAMP 1000 AND TTL 9000");
  world.run("INSERT INTO k.t (k, v) VALUES (2, 2) USING TIMESTAMP 1000");
  world.to_cluster = GENERATE(false, true);
  REQUIRE(lines_of(world.move()) == Lines{});
  world.copies = false;
  // At one time the longer life wins.
  world.target.run("UPDATE k.t USING TIMESTAMP 1000 AND TTL 9100 SET v = 1 WHERE k = 1");
  const MoveReport report = world.move();
  REQUIRE(lines_of(report) == Lines{"expiry k.t k = 1 v"});
  CHECK(report.differences[0].source.expires < report.differences[0].target.expires);
  CHECK(report.differences[0].source.written == "1970-01-01T00:00:00.001Z");
}

TEST_CASE("a definition that is another one is refused by name before anything is written") {
  MoveWorld world;
  fill(world);
  world.target.run(kKeyspace);
  world.target.run("CREATE TYPE k.place (street text, number int)");
  CHECK(world.refused_for() == "");
  MoveWorld other;
  fill(other);
  other.target.run(kKeyspace);
  SECTION("a column") { other.target.run("CREATE TABLE k.plain (id int PRIMARY KEY, v bigint)"); }
  SECTION("a further column") { other.target.run("CREATE TABLE k.plain (id int PRIMARY KEY, v int, w int)"); }
  SECTION("the key") { other.target.run("CREATE TABLE k.plain (id int, v int, PRIMARY KEY (id, v))"); }
  SECTION("a type") { other.target.run("CREATE TYPE k.place (street text)"); }
  SECTION("an index") {
    other.target.run("CREATE TABLE k.plain (id int PRIMARY KEY, v int)");
    other.run("CREATE INDEX i ON k.plain (v)");
    other.target.run("CREATE CUSTOM INDEX i ON k.plain (v) USING 'sai'");
  }
  CHECK(other.refused_for() == "move_definition_differs");
  CHECK(other.target.database.schema()->find_table("k", "t") == nullptr);
  CHECK_FALSE(other.has_record());
}

TEST_CASE("rows of other columns than were asked for are refused, and not read as what they are not") {
  struct OtherColumns : DatabaseConnection {
    using DatabaseConnection::DatabaseConnection;
    using DatabaseConnection::execute;
    Result execute(const Prepared&, std::span<const BoundValue>, Seconds) override { return other(); }
    Result scan(const TableScan&) override { return other(); }
    Result other() const {
      return Result({{.name = "a", .type = native_type(TypeKind::int_)}},
                    {{Value(std::string(4, '\0'))}, {Value(std::nullopt)}});
    }
  };
  MoveWorld world;
  fill(world);
  OtherColumns connection(world.source.database);
  for (const char* const table : {"t", "plain"})
    CHECK_THROWS_WITH(
        TimedRows(connection, *world.source.database.schema()->find_table("k", table), {}, std::nullopt, 0),
        Catch::StartsWith("E682: "));
}

TEST_CASE("a definition that is missing where both sides are only compared is told by its name") {
  MoveWorld world;
  fill(world);
  world.copies = false;
  world.replication.clear();
  world.to_cluster = true;
  try {
    world.move();
    FAIL();
  } catch (const Refusal& refusal) {
    CHECK(std::string(refusal.what()) == "E688: target has no KEYSPACE k");
  }
}

TEST_CASE("wrong words of a move leave nothing behind, and the right ones do it") {
  MoveWorld world;
  fill(world);
  world.to_cluster = true;
  world.tables = {"k.plain"};
  SECTION("a condition") {
    world.sample.where = "vv = 10";
    CHECK(world.refused_for() == "undefined_column");
    world.sample.where = "id IN (1, 2)";
    CHECK(world.refused_for() == "move_where_order");
    CHECK(world.target.database.schema()->find_keyspace("k") == nullptr);
    world.sample.where = "v = 10";
  }
  SECTION("a replication") {
    world.replication[""] = "{'class': 'SimpleStrategy'";
    const MoveReport report = world.move();
    REQUIRE(report.ended_by);
    CHECK(report.ended_by->id == "move_definition_refused");
    CHECK_THAT(title_of(*report.ended_by), Catch::StartsWith("KEYSPACE k is not made in target: "));
    CHECK_FALSE(report.can_go_on);
    world.replication[""] = "{'class': 'SimpleStrategy', 'replication_factor': 1}";
  }
  SECTION("the replication of a keyspace that is not moved") {
    world.replication["kk"] = "{'class': 'SimpleStrategy', 'replication_factor': 1}";
    CHECK(world.refused_for() == "move_option");
    world.replication.erase("kk");
  }
  CHECK_FALSE(world.has_record());
  const MoveReport report = world.move();
  CHECK(!report.ended_by);
  CHECK(report.tables[0].rows == 1);
}

TEST_CASE("keyspaces, tables and parts of them are chosen") {
  MoveWorld world;
  fill(world);
  world.run("CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  world.run("CREATE TABLE other.t (k int PRIMARY KEY)");
  for (int row = 0; row < 200; ++row)
    for (int place = 0; place < 3; ++place)
      world.run("INSERT INTO k.t (p, c, v) VALUES (" + std::to_string(row) + ", " + std::to_string(place) +
                ", 'v')");
  SECTION("a keyspace") {
    world.keyspaces = {"other"};
    CHECK(world.move().tables.size() == 1);
    CHECK(world.target.database.schema()->find_keyspace("k") == nullptr);
  }
  SECTION("a table, with the types of its keyspace") {
    world.tables = {"K.T"};
    CHECK(lines_of(world.move()) == Lines{});
    CHECK(world.target.database.schema()->find_table("k", "plain") == nullptr);
  }
  SECTION("some rows of each partition") {
    world.tables = {"k.t"};
    world.sample.rows_per_partition = 1;
    const MoveReport report = world.move();
    CHECK(report.difference_count == 0);
    CHECK(report.tables[0].rows == 200);
    CHECK(world.target.rows_of("SELECT p, c FROM k.t WHERE p = 7") == "7, 2\n");
    // A row that stands before that of the sample is no reason to call it missing.
    world.target.run("INSERT INTO k.t (p, c) VALUES (7, 9)");
    world.copies = false;
    CHECK(lines_of(world.move()) == Lines{});
  }
  SECTION("a part of the ring") {
    world.tables = {"k.t"};
    world.sample.through_token = 0;
    const MoveReport report = world.move();
    CHECK(report.difference_count == 0);
    CHECK(report.tables[0].rows > 150);
    CHECK(report.tables[0].rows < 450);
    CHECK(world.target.rows_of("SELECT p FROM k.t WHERE token(p) > 0 ALLOW FILTERING").empty());
  }
  SECTION("a condition") {
    world.tables = {"k.t"};
    world.sample.where = "p = 7 AND c > 0";
    CHECK(world.move().tables[0].rows == 2);
    world.tables = {"k.plain"};
    world.sample.where = "v = 10";
    CHECK(world.move().tables[0].rows == 1);
    // A row that has another value there differs, and is not missing.
    world.target.run("UPDATE k.plain SET v = 11 WHERE id = 1");
    world.copies = false;
    CHECK(lines_of(world.move()) == Lines{"value k.plain id = 1 v"});
    world.copies = true;
    world.tables = {"k.t", "k.plain"};
    CHECK(world.refused_for() == "move_where_of_several");
    world.tables = {"k.t"};
    world.sample.where = "p IN (1, 2, 3, 4, 5, 6, 7, 8)";
    CHECK(world.refused_for() == "move_where_order");
  }
  SECTION("what is not there") {
    world.keyspaces = {"none"};
    CHECK(world.refused_for() == "move_keyspace_unknown");
    world.keyspaces = {};
    world.tables = {"k.none"};
    CHECK(world.refused_for() == "move_table_unknown");
  }
}

TEST_CASE("a cluster that tells no times of elements has its collections moved without them") {
  MoveWorld world;
  world.run(kKeyspace);
  world.run("CREATE TABLE k.t (k int PRIMARY KEY, v int, m map<text, int>)");
  world.run("INSERT INTO k.t (k, v, m) VALUES (1, 2, {'a': 1, 'b': 2}) USING TIMESTAMP 1000");
  world.source.cluster.knows_elements = false;
  world.from_cluster = true;
  const MoveReport report = world.move();
  CHECK(lines_of(report) == Lines{});
  CHECK(world.target.rows_of("SELECT v, writetime(v), m FROM k.t") == "2, 1000, {'a': 1, 'b': 2}\n");
  CHECK(world.target.rows_of("SELECT writetime(m) FROM k.t") != "[1000, 1000]\n");
}

TEST_CASE("options that a cluster does not know are left out") {
  MoveWorld world;
  fill(world);
  world.run(
      "CREATE MATERIALIZED VIEW k.by_v AS SELECT id, v FROM k.plain WHERE v IS NOT NULL AND id IS NOT NULL "
      "PRIMARY KEY (v, id) WITH CLUSTERING ORDER BY (id DESC)");
  world.to_cluster = true;
  world.target.cluster.knows_options = false;
  const MoveReport report = world.move();
  CHECK(!report.ended_by);
  CHECK(report.made == 8);
  CHECK(lines_of(report) == Lines{});
  CHECK(world.target.rows_of("SELECT id FROM k.by_id WHERE v = 10") == "1\n");
  CHECK(world.target.database.schema()->find_table("k", "by_v")->columns[1].descending);
  CHECK(world.target.database.schema()->find_table("k", "t")->columns[1].descending);
}

TEST_CASE("the report is a text, in each language, and an object that its schema describes") {
  MoveWorld world;
  fill(world);
  world.move();
  world.target.run("UPDATE k.plain USING TIMESTAMP 9000000000000000 AND TTL 900 SET v = 11 WHERE id = 1");
  world.target.run("INSERT INTO k.plain (id, v) VALUES (2, 2)");
  world.target.run("DELETE FROM k.t USING TIMESTAMP 9000000000000000 WHERE p = 3");
  world.copies = false;
  const MoveReport report = world.move();
  const std::string text = move_text(report, Language::english, 0);
  CHECK_THAT(text, Catch::Matchers::StartsWith("k.plain: id = 1: v: 10, written ") &&
                       Catch::Matchers::Contains(" in source; 11, written 2255-03-14T16:00:00Z, expires ") &&
                       Catch::Matchers::Contains("k.plain: id = 2: the row is in target alone\n") &&
                       Catch::Matchers::Contains("k.t: p = 3 AND c = 3: the row is missing in target\n") &&
                       Catch::Matchers::EndsWith("source and target differ: 3 differences.\n"));
  CHECK_THAT(move_text(report, *find_language("zh"), 0),
             Catch::Matchers::Contains("k.plain：id = 2：只有 target 中有这一行\n") &&
                 Catch::Matchers::EndsWith("source 与 target 有 3 处不同。\n"));
  const nlohmann::json object = nlohmann::json::parse(move_json(report, Language::english));
  CHECK(faults_of(object, read_schema("move")) == Lines{});
  CHECK(object["difference_count"] == 3);
  world.copies = true;
  world.stop = 2;
  const MoveReport ended = world.move();
  CHECK(ended.is_interrupted());
  CHECK(faults_of(nlohmann::json::parse(move_json(ended, Language::english)), read_schema("move")) ==
        Lines{});
}

TEST_CASE("SimpleStrategy on several datacenters earns a warning, and another replication is proposed") {
  MoveWorld world;
  fill(world);
  world.to_cluster = true;
  world.target.database.supply_rows("system", "peers", [](SystemRows& rows) {
    for (const char* const address : {"10.0.0.2", "10.0.0.3"}) {
      rows.begin_row();
      rows.set("peer", address);
      rows.set("data_center", address[7] == '2' ? "south" : "datacenter1");
    }
  });
  CHECK(suggested_replication(nodes_by_datacenter(world.target.cluster)) ==
        "{'class': 'NetworkTopologyStrategy', 'datacenter1': 2, 'south': 1}");
  CHECK(lines_of(world.move()) == Lines{});
  CHECK(world.output.take_diagnostics() ==
        "-- warning: SimpleStrategy of keyspace k knows no datacenters, and there are 2 of them: "
        "datacenter1, south\n");
  // It is there, and was warned of.
  CHECK(lines_of(world.move()) == Lines{});
  CHECK(world.output.take_diagnostics().empty());
}
