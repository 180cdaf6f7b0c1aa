// How much is said of notices and lints: in scripts, on which stream, by which options.
#include <catch2/catch.hpp>

#include "run_program.h"
#include "shell/console/report/repeated_notices.h"

using Catch::Contains;
using namespace cellar;

namespace {

const std::string kNoticesWorld =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\n"
    "CREATE TABLE t (k int PRIMARY KEY, v text);\n";
const std::string kNulls =
    "INSERT INTO t (k, v) VALUES (1, null);\n"
    "INSERT INTO t (k, v) VALUES (2, null);\n"
    "INSERT INTO t (k, v) VALUES (3, null);\n";
const std::string kTwice =
    "INSERT INTO t (k, v) VALUES (1, 'a');\n"
    "INSERT INTO t (k, v) VALUES (1, 'b');\n";

}  // namespace

TEST_CASE("a script is told each notice once for a table, and how often it would have been told") {
  const ScratchFolder folder;
  folder.write("a.cql", kNoticesWorld + kNulls +
                            "CREATE TABLE u (k int PRIMARY KEY, v text);\n"
                            "INSERT INTO u (k, v) VALUES (1, null);\n");
  const ProgramRun run = folder.run("--diag short -f a.cql");
  CHECK(run.output.empty());
  CHECK(run.errors ==
        "a.cql:4:33: note[W408]: null for v writes a tombstone into t\n"
        "a.cql:8:33: note[W408]: null for v writes a tombstone into u\n"
        "-- W408 was given 2 more times\n"
        "-- 8 statements ran, 0 refused\n");
}

TEST_CASE("two messages of one code are two notices") {
  const ScratchFolder folder;
  folder.write("a.cql",
               "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2};\n"
               "ALTER KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};\n");
  const ProgramRun run = folder.run("--policy cassandra --diag short -f a.cql");
  CHECK_THAT(run.errors, Contains("a.cql:1:") && Contains("you need to run a full (-full) repair") &&
                             Contains("-- W424 was given 1 more time\n"));
}

TEST_CASE("rows are looked at before a write only where notices are on") {
  const ScratchFolder folder;
  folder.write("a.cql", kNoticesWorld + kTwice);
  CHECK_THAT(folder.run("-f a.cql").errors, !Contains("W404"));
  CHECK_THAT(folder.run("--notices on -f a.cql").errors, Contains("note[W404]"));
  folder.write("b.cql", kNoticesWorld + "NOTICES ON\n" + kTwice);
  CHECK_THAT(folder.run("-f b.cql").errors, Contains("note[W404]"));
  CHECK_THAT(folder.run("--policy cassandra --notices on -f a.cql").errors, !Contains("note["));
}

TEST_CASE("--notices off leaves what is refused") {
  const ScratchFolder folder;
  folder.write("a.cql", kNoticesWorld + kNulls + "SELECT * FROM t;\nSELECT k FROM t ALLOW FILTERING;\n");
  const ProgramRun run = folder.run("--notices off --diag short -f a.cql");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, !Contains("note["));
  CHECK_THAT(run.errors, Contains("error[E311]"));
  CHECK(folder.run("--notices maybe -f a.cql").status == 1);
}

TEST_CASE("lints of a CREATE take a line each, and name the command that tells more") {
  const ScratchFolder folder;
  folder.write("a.cql", kNoticesWorld +
                            "CREATE TABLE letters (reader text, id timeuuid, PRIMARY KEY (reader, id));\n");
  CHECK(folder.run("-f a.cql").errors ==
        "a.cql:4:70: note[L501]: partitions of letters grow without bound, by id\n"
        "-- LINT letters tells more\n"
        "-- 4 statements ran, 0 refused\n");
  CHECK_THAT(folder.run("--diag json -f a.cql").errors, Contains("{\"kind\":\"note\",\"code\":\"L501\""));
}

TEST_CASE("a comment before a CREATE silences a lint, wherever the pieces of the script are cut") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kNoticesWorld + "/* long: " + std::string(200'000, 'x') +
                   " */\n-- @allow L501 few letters\n-- and more\nCREATE TABLE letters (reader text, id "
                   "timeuuid, PRIMARY KEY (reader, id));\n");
  CHECK(folder.run("-f a.cql").errors == "-- 4 statements ran, 0 refused\n");
  folder.write("b.cql",
               kNoticesWorld +
                   "-- @allow L501 few\n;CREATE TABLE other (id int PRIMARY KEY);\nCREATE TABLE letters "
                   "(reader text, id timeuuid, PRIMARY KEY (reader, id));\n");
  CHECK_THAT(folder.run("-f b.cql").errors, Contains("L501"));
}

TEST_CASE("at the prompt a notice is told in full once, then in a line") {
  RepeatedNotices shown;
  const Subject table{Subject::Kind::table, "t", "k"};
  const Diagnostic nulls{"null_inserted", {}, {{"column", "v"}, {"table", "t"}}, std::nullopt, table};
  Diagnostic other = nulls;
  other.subject->name = "u";
  CHECK(shown.note(nulls, true) == RepeatedNotices::Show::full);
  CHECK(shown.note(nulls, true) == RepeatedNotices::Show::line);
  CHECK(shown.note(other, true) == RepeatedNotices::Show::full);
  const Diagnostic adds{"counter_not_repeatable", {}, {{"column", "n"}, {"table", "t"}}, std::nullopt, table};
  CHECK(shown.note(adds, true) == RepeatedNotices::Show::full);
  CHECK(shown.note(adds, true) == RepeatedNotices::Show::nothing);
  CHECK(shown.take_counts({}, Language::english).empty());
}

TEST_CASE("the counts behind a script say how long its writes have waited for the clock") {
  RepeatedNotices shown;
  const UntoldNotices untold{.counts = {{"W426", 2}}, .waited_for_clock = std::chrono::milliseconds(4'040)};
  CHECK(shown.take_counts(untold, Language::english) ==
        "-- W426 was given 2 more times\n"
        "-- waited 4.0 seconds for the clock: rows of one key get a millisecond each (HELP W426)\n");
}

TEST_CASE("the notice of a replaced collection, whose elements have times of their own, names no time") {
  const ScratchFolder folder;
  folder.write("a.cql", kNoticesWorld +
                            "CREATE TABLE tags (k int PRIMARY KEY, s set<int>);\n"
                            "INSERT INTO tags (k, s) VALUES (1, {1});\n"
                            "INSERT INTO tags (k, s) VALUES (1, {2});\n");
  const std::string told = folder.run("--notices on -f a.cql").errors;
  CHECK_THAT(told, Contains("W404") && Contains("s (1 -> 1 elements)") && !Contains("They were written at"));
}
