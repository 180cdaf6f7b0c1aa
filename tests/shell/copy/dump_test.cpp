// DUMP, by the program itself.
#include <catch2/catch.hpp>

#include "run_program.h"

#include <random>

namespace {

constexpr const char* kDumpedDatabase =
    "CREATE KEYSPACE \"My\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE \"My\";\n"
    "CREATE TYPE address (street text, \"No\" int);\n"
    "CREATE TABLE \"T\" (p int, c text, s text STATIC, v list<int>, a address, PRIMARY KEY (p, c))\n"
    "  WITH CLUSTERING ORDER BY (c DESC) AND comment = 'it''s';\n"
    "CREATE INDEX ON \"T\" (v);\n"
    "CREATE MATERIALIZED VIEW by_c AS SELECT c, p, v FROM \"T\" WHERE c IS NOT NULL AND p IS NOT NULL "
    "PRIMARY KEY "
    "(c, p);\n"
    "CREATE TABLE hits (p text, c int, total counter static, n counter, PRIMARY KEY (p, c));\n"
    "CREATE TABLE other.empties (p int PRIMARY KEY, l list<frozen<tuple<int>>>, b blob, i bigint);\n"
    "INSERT INTO \"T\" (p, c, s, v, a) VALUES (1, 'a', 'of 1', [1, 2], {street: 'x''y', \"No\": 1});\n"
    "INSERT INTO \"T\" (p, c) VALUES (1, 'line\nbreak');\n"
    "INSERT INTO \"T\" (p, s) VALUES (2, 'alone');\n"
    "UPDATE hits SET n = n + 3 WHERE p = 'x' AND c = 1;\n"
    "UPDATE hits SET n = n - 4 WHERE p = 'x' AND c = 2;\n"
    "UPDATE hits SET total = total + 10 WHERE p = 'x';\n"
    "UPDATE hits SET total = total + 7 WHERE p = 'y';\n"
    "INSERT INTO other.empties (p, b, i) VALUES (1, 0x, blob_as_bigint(0x));\n";

class Dumps {
 public:
  Dumps() {
    folder.write("rows.cql", kDumpedDatabase);
    const ProgramRun run = folder.run("db -f rows.cql");
    INFO(run.errors);
    REQUIRE(run.status == 0);
  }
  std::string rows_of(const std::string& database) const {
    return folder
        .run(database +
             " --policy cassandra --mode jsonl -e 'SELECT * FROM \"My\".\"T\"; SELECT * FROM \"My\".by_c; "
             "SELECT * FROM \"My\".hits; SELECT * FROM other.empties'")
        .output;
  }

  ScratchFolder folder;
};

}  // namespace

TEST_CASE("what DUMP writes makes the database again, with indexes, views, static columns and counters") {
  const Dumps dumps;
  const ProgramRun dumped = dumps.folder.run("db -e \"DUMP 'all.cql'\"");
  CHECK(dumped.status == 0);
  CHECK(dumped.errors == "7 rows of 3 tables in all.cql\n");
  const std::string script = dumps.folder.read("all.cql");
  CHECK_THAT(script,
             Catch::Contains("CREATE INDEX") && Catch::Contains("CREATE MATERIALIZED VIEW \"My\".by_c"));
  const ProgramRun read = dumps.folder.run("again -f all.cql");
  INFO(read.errors);
  CHECK(read.status == 0);
  CHECK(dumps.rows_of("again") == dumps.rows_of("db"));
  CHECK_THAT(dumps.rows_of("again"), Catch::Contains("\"total\": 10, \"n\": -4}"));
  // The default policy refuses reads of whole tables, and this one as little as that one.
  CHECK(dumps.folder.run("again --read-only -e DUMP").output == script);
}

TEST_CASE("DUMP replaces a file only by a whole one, and never the database") {
  const Dumps dumps;
  dumps.folder.write("old.cql", "old");
  for (const char* command :
       {"DUMP 'db'", "DUMP 'nosuch/a.cql'", "DUMP '/dev/full'", "DUMP old.cql", "DUMP ''"}) {
    INFO(command);
    dumps.folder.write("q.cql", command);
    CHECK(dumps.folder.run("db -f q.cql").status == 2);
  }
  dumps.folder.write("q.cql", "DUMP 'old.cql'");
  CHECK_THAT(dumps.folder.run("db --dry-run -f q.cql").errors, Catch::Contains("DUMP was not run"));
  CHECK(dumps.folder.read("old.cql") == "old");
  CHECK(dumps.folder.run("db -f q.cql").status == 0);
  CHECK_THAT(dumps.folder.read("old.cql"), Catch::StartsWith("CREATE KEYSPACE"));
}

TEST_CASE("DUMP writes what is left of times to live") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
      "CREATE TYPE u (a int, b int);\n"
      "CREATE TABLE t (p int, c int, s int STATIC, v int, w text, l list<int>, o u, PRIMARY KEY (p, c));\n"
      "CLOCK '2025-01-01T00:00:00Z'\n"
      "INSERT INTO t (p, c, v, l, o) VALUES (1, 1, 1, [1, 2], {a: 1}) USING TTL 1000;\n"
      "INSERT INTO t (p, c, v) VALUES (1, 2, 2);\n"
      "UPDATE t USING TTL 500 SET w = 'x' WHERE p = 1 AND c = 2;\n"
      "UPDATE t USING TTL 600 SET l = [3] WHERE p = 1 AND c = 2;\n"
      "UPDATE t USING TTL 700 SET l = l + [4] WHERE p = 1 AND c = 2;\n"
      "INSERT INTO t (p, s) VALUES (2, 7) USING TTL 90;\n"
      "INSERT INTO t (p, c) VALUES (2, 1);\n"
      "CREATE TABLE d (p int PRIMARY KEY, v int) WITH default_time_to_live = 50;\n"
      "INSERT INTO d (p, v) VALUES (1, 1);\nINSERT INTO d (p, v) VALUES (2, 2) USING TTL 0;\n"
      "DUMP WITH TIMESTAMPS = false\n");
  const ProgramRun run = folder.run("db -f a.cql");
  CHECK_THAT(run.output, Catch::Contains("INSERT INTO k.d (p, v) VALUES (1, 1) USING TTL 50;\n") &&
                             Catch::Contains("INSERT INTO k.d (p, v) VALUES (2, 2) USING TTL 0;\n"));
  CHECK_THAT(run.output,
             Catch::Contains(
                 "INSERT INTO k.t (p, c, l, o, v) VALUES (1, 1, [1, 2], {a: 1, b: null}, 1) USING TTL 1000;\n"
                 "INSERT INTO k.t (p, c, v) VALUES (1, 2, 2);\n"
                 "UPDATE k.t USING TTL 500 SET w = 'x' WHERE p = 1 AND c = 2;\n"
                 "UPDATE k.t USING TTL 700 SET l = [3, 4] WHERE p = 1 AND c = 2;\n"
                 "INSERT INTO k.t (p, c) VALUES (2, 1);\n"
                 "UPDATE k.t USING TTL 90 SET s = 7 WHERE p = 2;\n"));
  CHECK_THAT(run.errors, Catch::Contains("4 rows with a time to live: ") &&
                             Catch::Contains("1 collection with elements that expire at different times"));
}

TEST_CASE("DUMP says of each statement that it does not expire if rows of the table do by default") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
      "CREATE TABLE b (p int, c int, s int static, v int, PRIMARY KEY (p, c))\n"
      "  WITH default_time_to_live = 20;\n"
      "CREATE TABLE keys (p int, c int, PRIMARY KEY (p, c)) WITH default_time_to_live = 20;\n"
      "CLOCK '2025-01-01T00:00:00Z'\n"
      "INSERT INTO b (p, c) VALUES (1, 1) USING TTL 0;\n"
      "UPDATE b USING TTL 0 SET s = 42 WHERE p = 1;\n"
      "INSERT INTO b (p, c) VALUES (1, 2);\n"
      "INSERT INTO keys (p, c) VALUES (1, 1) USING TTL 0;\n"
      "INSERT INTO keys (p, c) VALUES (1, 2) USING TTL 9;\n"
      "DUMP WITH TIMESTAMPS = false\n");
  CHECK_THAT(folder.run("db -f a.cql").output,
             Catch::EndsWith("INSERT INTO k.b (p, c, s) VALUES (1, 1, 42) USING TTL 0;\n"
                             "INSERT INTO k.b (p, c) VALUES (1, 2) USING TTL 20;\n"
                             "UPDATE k.b USING TTL 0 SET s = 42 WHERE p = 1;\n"
                             "INSERT INTO k.keys (p, c) VALUES (1, 1) USING TTL 0;\n"
                             "INSERT INTO k.keys (p, c) VALUES (1, 2) USING TTL 9;\n"));
}

TEST_CASE("DUMP keeps a row whose values all expire, if its marker does not, and only then") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
      "CREATE TABLE a (p int, c int, v int, w int, PRIMARY KEY (p, c));\n"
      "CLOCK '2025-01-01T00:00:00Z'\n"
      "INSERT INTO a (p, c) VALUES (1, 1);\nUPDATE a USING TTL 20 SET v = 5 WHERE p = 1 AND c = 1;\n"
      "UPDATE a USING TTL 20 SET v = 6 WHERE p = 1 AND c = 2;\n"
      "INSERT INTO a (p, c, w) VALUES (1, 3, 1) USING TTL 30;\n"
      "UPDATE a USING TTL 20 SET v = 7 WHERE p = 1 AND c = 3;\n"
      "INSERT INTO a (p, c) VALUES (1, 4) USING TTL 40;\n"
      "DUMP WITH TIMESTAMPS = false\n");
  CHECK_THAT(folder.run("db -f a.cql").output,
             Catch::EndsWith("INSERT INTO k.a (p, c) VALUES (1, 1);\n"
                             "UPDATE k.a USING TTL 20 SET v = 5 WHERE p = 1 AND c = 1;\n"
                             "UPDATE k.a USING TTL 20 SET v = 6 WHERE p = 1 AND c = 2;\n"
                             "INSERT INTO k.a (p, c, w) VALUES (1, 3, 1) USING TTL 30;\n"
                             "UPDATE k.a USING TTL 20 SET v = 7 WHERE p = 1 AND c = 3;\n"
                             "INSERT INTO k.a (p, c) VALUES (1, 4) USING TTL 40;\n"));
}

namespace {

/// Random writes to a table, with times to live: what DUMP keeps of them is all.
class ExpiringTable {
 public:
  ExpiringTable(unsigned seed, std::string name) : random_(seed), name_(std::move(name)) {}

  std::string script() {
    has_values_ = roll(4) != 0;
    has_static_ = roll(2) == 0;
    std::string text = "CREATE TABLE " + name_ + " (p int, c int, " + (has_static_ ? "s int static, " : "") +
                       (has_values_ ? "v int, w int, " : "") + "PRIMARY KEY (p, c))" +
                       (roll(2) == 0 ? " WITH default_time_to_live = 25" : "") + ";\n";
    for (int i = 0; i < 12; ++i) text += write();
    return text;
  }

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  std::string time() {
    const int time = roll(5);
    return time == 4 ? "" : " USING TTL " + std::to_string(10 * time);
  }
  std::string write() {
    const std::string row = "p = " + std::to_string(roll(3)) + " AND c = " + std::to_string(roll(3));
    const std::string partition = row.substr(0, row.find(" AND"));
    if (has_static_ && roll(3) == 0)
      return "UPDATE " + name_ + time() + " SET s = " + std::to_string(roll(100)) + " WHERE " + partition +
             ";\n";
    if (has_values_ && roll(2) == 0)
      return "UPDATE " + name_ + time() + " SET " + (roll(2) == 0 ? "v" : "w") + " = " +
             std::to_string(roll(100)) + " WHERE " + row + ";\n";
    const std::string key = std::to_string(roll(3)) + ", " + std::to_string(roll(3));
    if (has_values_ && roll(2) == 0)
      return "INSERT INTO " + name_ + " (p, c, v) VALUES (" + key + ", 1)" + time() + ";\n";
    return "INSERT INTO " + name_ + " (p, c) VALUES (" + key + ")" + time() + ";\n";
  }

  std::mt19937 random_;
  std::string name_;
  bool has_values_ = true;
  bool has_static_ = false;
};

}  // namespace

TEST_CASE("rows and values of a copy by DUMP expire when those of the original do") {
  const ScratchFolder folder;
  constexpr int kTables = 60;
  std::string script =
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "CLOCK '2025-01-01T00:00:00Z'\n";
  std::string reads;
  for (int table = 0; table < kTables; ++table) {
    const std::string name = "k.t" + std::to_string(table);
    script += ExpiringTable(static_cast<unsigned>(table), name).script();
    reads += "SELECT * FROM " + name + ";\n";
  }
  std::string later;
  for (int i = 0; i < 8; ++i) later += "ADVANCE 5s\n" + reads;
  folder.write("a.cql", script + "ADVANCE 3s\nDUMP 'dump.cql'\n" + later);
  folder.write("b.cql", "CLOCK '2025-01-01T00:00:03Z'\nSOURCE 'dump.cql'\n" + later);
  const ProgramRun original = folder.run("db --policy cassandra --mode jsonl -f a.cql");
  const ProgramRun copy = folder.run("again --policy cassandra --mode jsonl -f b.cql");
  INFO(original.errors << copy.errors << folder.read("dump.cql"));
  CHECK(copy.status == 0);
  CHECK(original.output.size() > 10'000);
  CHECK(copy.output.substr(copy.output.find('{')) == original.output.substr(original.output.find('{')));
}

TEST_CASE("DUMP passes over a table that is dropped before its turn comes") {
  const Dumps dumps;
  // The first rows fill the pipe, so the program waits for the reader, which drops the last table.
  std::string rows =
      "CREATE TABLE \"My\".a (p int PRIMARY KEY, v text);\nCREATE TABLE \"My\".z (p int PRIMARY KEY);\n";
  for (int row = 0; row < 400; ++row)
    rows += "INSERT INTO \"My\".a (p, v) VALUES (" + std::to_string(row) + ", '" + std::string(2'000, 'x') +
            "');\n";
  dumps.folder.write("rows.cql", rows + "INSERT INTO \"My\".z (p) VALUES (1);\n");
  REQUIRE(dumps.folder.run("db -f rows.cql").status == 0);
  const ProgramRun run =
      dumps.folder.run("db -e DUMP | (head -c 1; " CELLAR_PROGRAM " db -e 'DROP TABLE \"My\".z'; cat)");
  CHECK(run.errors == "\"My\".z was dropped meanwhile: the script makes it without rows\n");
  CHECK_THAT(run.output,
             Catch::Contains("CREATE TABLE \"My\".z") && Catch::Contains("INSERT INTO other.empties"));
}

TEST_CASE("DUMP says which rows no statement can write") {
  const Dumps dumps;
  dumps.folder.write("q.cql",
                     "UPDATE other.empties SET l = [(blob_as_int(0x))] WHERE p = 1;\nDUMP 'all.cql'\n");
  const ProgramRun run = dumps.folder.run("db -f q.cql");
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK_THAT(run.errors, Catch::Contains("6 rows of 3 tables in all.cql\n1 row left out: "));
  CHECK_THAT(dumps.folder.read("all.cql"), Catch::Contains("-- a row is left out: l holds an empty value"));
}
