// DUMP, by the program itself.
#include <catch2/catch.hpp>

#include "run_program.h"

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
      "DUMP\n");
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
