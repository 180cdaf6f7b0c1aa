// The place where an interrupted run goes on, and what a run says at its end.
#include <catch2/catch.hpp>

#include "refusal/refusal.h"
#include "run_program.h"
#include "shell/console/script/script_place.h"

using namespace cellar;
using Catch::Contains;

namespace {

const std::string kPlacesTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\nCREATE TABLE t (id int PRIMARY KEY, v text);\n";

std::string command_at(std::vector<std::string> arguments, const ScriptPlace& place) {
  arguments.insert(arguments.begin(), "cellar");
  return command_from(arguments, place);
}

/// The command that a run says to type, without the program's name.
std::string told_way_on(const ProgramRun& run) {
  const std::string mark = "to go on: " + std::string(CELLAR_PROGRAM) + " ";
  const std::size_t begin = run.errors.find(mark);
  REQUIRE(begin != std::string::npos);
  return run.errors.substr(begin + mark.size(), run.errors.find('\n', begin) - begin - mark.size());
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

}  // namespace

TEST_CASE("a place is a line, or a line and a column") {
  CHECK(read_script_line("a.cql:7").text() == "a.cql:7");
  CHECK(read_script_line("a:b.cql:7:3").text() == "a:b.cql:7:3");
  CHECK(read_script_line("-:7:1").script == "-");
  for (const char* wrong : {"", "a.cql", "a.cql:", "a.cql:0", "a.cql:x", ":7"}) {
    INFO(wrong);
    CHECK_THROWS_AS(read_script_line(wrong), Refusal);
  }
}

TEST_CASE("the command to go on is the one that was typed, with the place behind its script") {
  CHECK(command_at({"db", "-f", "a.cql"}, {0, {{"a.cql", 5, 1}}}) == "cellar db -f a.cql --from a.cql:5");
  CHECK(command_at({"db", "-f", "it's a.cql", "--from", "x:1", "--from=y:2"}, {0, {{"it's a.cql", 5, 9}}}) ==
        "cellar db -f 'it'\\''s a.cql' --from 'it'\\''s a.cql:5:9'");
  CHECK(command_at({"-fa", "-e", "SELECT $x;", "--file=a"}, {2, {{"a", 5, 1}, {"b", 2, 1}}}) ==
        "cellar -fa -e 'SELECT $x;' --file=a --from a:5 --from b:2");
  CHECK(command_at({"-f", "a", "-f", "a", "--echo"}, {0, {{"a", 5, 1}}}) ==
        "cellar -f a --from a:5 -f a --echo");
  CHECK(command_at({"-f", "a", "--from", "a:2", "--skip-rows", "3", "--skip-rows=4"},
                   {0, {{"a", 5, 1}}, 7}) == "cellar -f a --from a:5 --skip-rows 7");
  CHECK(command_at({"db"}, {0, {{"-", 5, 1}}}) == "cellar db --from -:5");
}

TEST_CASE("after a refusal the command that is said goes on where the run has stopped") {
  const ScratchFolder folder;
  folder.write("a file.cql",
               kPlacesTable +
                   "PARAMETER :v = 'kept'\nINSERT INTO t (id, v) VALUES (1, :v); INSERT INTO t (id, w) "
                   "VALUES (2, :v);\nINSERT INTO t (id, v) VALUES (3, :v);\nSELECT id, v FROM t;\n");
  const ProgramRun first = folder.run("db --policy cassandra -f 'a file.cql' --stop-on-error");
  CHECK(first.status == 2);
  CHECK(last_line(first.errors) == "-- 5 statements ran, 1 refused; the rest did not run");
  CHECK_THAT(first.errors, Contains("-- stopped at a file.cql:5:39; to go on: "));
  const ProgramRun second = folder.run("db -e 'ALTER TABLE k.t ADD w text'");
  const ProgramRun third = folder.run(told_way_on(first));
  INFO(third.errors);
  CHECK(third.status == 0);
  CHECK_THAT(third.output, Contains("1 | kept") && Contains("3 | kept") && Contains("(3 rows)"));
  CHECK(last_line(third.errors) == "-- 3 statements ran, 0 refused");
}

TEST_CASE("a run goes on within scripts that scripts have opened, once each") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path / "sub");
  const std::string count = "UPDATE n SET c = c + 1 WHERE id = ";
  folder.write("main.cql", kPlacesTable + "CREATE TABLE n (id int PRIMARY KEY, c counter);\n" + count +
                               "1;\nSOURCE 'sub/a.cql'\n" + count + "5;\nSELECT id, c FROM n;\n");
  folder.write("sub/a.cql", count + "2;\nSOURCE 'b.cql'\n" + count + "4;\n");
  folder.write("sub/b.cql", count + "3;\nINSERT INTO t (id, w) VALUES (1, 'x');\n");
  const ProgramRun first = folder.run("db --policy cassandra -f main.cql --stop-on-error");
  CHECK_THAT(told_way_on(first), Contains("--from main.cql:6 --from sub/a.cql:2 --from sub/b.cql:2"));
  folder.run("db -e 'ALTER TABLE k.t ADD w text'");
  const ProgramRun second = folder.run(told_way_on(first));
  CHECK(second.status == 0);
  for (const char* row : {"1 | 1", "2 | 1", "3 | 1", "4 | 1", "5 | 1"})
    CHECK_THAT(second.output, Contains(row));
}

TEST_CASE("Ctrl-C says how to go on, and all before it is kept") {
  const ScratchFolder folder;
  folder.write("a.cql", kPlacesTable + "INSERT INTO t (id, v) VALUES (1, 'kept');\n");
  folder.write("b.cql", "SELECT v FROM t WHERE id = 1;\nSELECT v FROM t WHERE id = 2;\n");
  const ProgramRun first =
      folder.run("--version; mkfifo pipe; " CELLAR_PROGRAM
                 " db -f a.cql -f pipe --report-commits 2>errors & pid=$!; exec 9>pipe; until grep -q "
                 "committed errors; do sleep 0.05; done; kill -INT $pid; wait $pid; "
                 "echo status $?; cat errors >&2");
  INFO(first.errors);
  CHECK_THAT(first.output, Contains("status 130"));
  CHECK_THAT(told_way_on(first), Contains("-f pipe --from pipe:1"));
  const ProgramRun second = folder.run("db -f a.cql -f b.cql --from b.cql:1");
  CHECK_THAT(second.output, Contains("kept"));
  CHECK(last_line(second.errors) == "-- 2 statements ran, 0 refused");
}

TEST_CASE("a COPY that was interrupted goes on behind its rows, each of which is counted once") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kPlacesTable +
                   "CREATE TABLE n (id int PRIMARY KEY, c counter);\nCOPY n FROM 'rows' WITH SKIPROWS = 1;\n"
                   "SELECT id, c FROM n;\n");
  // The row that is refused tells that those before it were read.
  const ProgramRun first = folder.run(
      "--version; mkfifo rows; " CELLAR_PROGRAM
      " db --policy cassandra -f a.cql 2>errors & pid=$!; "
      "until test -p rows; do sleep 0.02; done; exec 9>rows; printf '0,1\\n1,1\\n2,1\\nx,1\\n' >&9; "
      "until test -s import_k_n.err; do sleep 0.02; done; "
      "kill -INT $pid; wait $pid; echo status $?; cat errors >&2; rm rows");
  INFO(first.errors);
  CHECK_THAT(first.output, Contains("status 130"));
  CHECK_THAT(first.errors, Contains("2 rows imported so far") && !Contains("SKIPROWS"));
  CHECK_THAT(told_way_on(first), Contains("--from a.cql:5 --skip-rows 4"));
  folder.write("rows", "0,1\n1,1\n2,1\nx,1\n3,1\n");
  const ProgramRun second = folder.run(told_way_on(first));
  INFO(second.errors);
  CHECK(second.status == 0);
  CHECK_THAT(second.output,
             Contains("1 | 1") && Contains("2 | 1") && Contains("3 | 1") && Contains("(3 rows)"));
  const ProgramRun unfit = folder.run("db -f a.cql --from a.cql:6 --skip-rows 4");
  CHECK_THAT(unfit.errors, Contains("E657") && Contains("--skip-rows is about a COPY FROM"));
}

TEST_CASE("a run that stops at a COPY tells the rows that it need not read again") {
  const ScratchFolder folder;
  folder.write("a.cql", kPlacesTable +
                            "CREATE TABLE n (id int PRIMARY KEY, c counter);\n"
                            "COPY n FROM 'rows' WITH MAXPARSEERRORS = 0;\nSELECT id, c FROM n;\n");
  folder.write("rows", "1,1\n2,1\nx,1\n3,1\n");
  const ProgramRun first = folder.run("db --policy cassandra -f a.cql --stop-on-error");
  CHECK_THAT(told_way_on(first), Contains("--from a.cql:5 --skip-rows 3"));
  const ProgramRun second = folder.run(told_way_on(first));
  CHECK_THAT(second.output,
             Contains("1 | 1") && Contains("2 | 1") && Contains("3 | 1") && Contains("(3 rows)"));
}

TEST_CASE("a place that no script has is refused") {
  const ScratchFolder folder;
  folder.write("a.cql", kPlacesTable);
  for (const char* place : {"b.cql:1", "a.cql:9"}) {
    const ProgramRun run = folder.run("-f a.cql --from " + std::string(place));
    CHECK(run.status == 1);
    CHECK_THAT(run.errors, Contains("E657") && !Contains("to go on"));
  }
}

TEST_CASE("a script that runs itself is refused with the way that led there") {
  const ScratchFolder folder;
  folder.write("a.cql", "\nSOURCE 'b.cql'\n");
  folder.write("b.cql", "SOURCE 'a.cql'\n");
  const ProgramRun run = folder.run("-f a.cql --diagnostics short");
  CHECK(run.errors ==
        "b.cql:1:1: error[E658]: a.cql runs itself: a.cql:2 runs b.cql:1 runs a.cql\n"
        "-- 1 statement ran, 1 refused\n");
}

TEST_CASE("a dry run refuses what would be refused, and writes nothing") {
  const ScratchFolder folder;
  folder.write("a.cql", kPlacesTable +
                            "CREATE TABLE l (id int PRIMARY KEY, l list<int>);\n"
                            "INSERT INTO t (id, v) VALUES (1, 'x');\n");
  const ProgramRun absent = folder.run("db --dry-run -f a.cql");
  CHECK(absent.status == 0);
  CHECK(absent.errors == "-- 5 statements planned, 0 refused; nothing was written\n");
  CHECK_FALSE(std::filesystem::exists(folder.path / "db"));
  folder.run("db -f a.cql");
  const std::string before = folder.read("db");
  folder.write("b.cql",
               "INSERT INTO k.t (id, w) VALUES (1, 'x');\nALTER TABLE k.t ADD w text;\n"
               "INSERT INTO k.t (id, w) VALUES (1, 'x');\nUPDATE k.l SET l[3] = 1 WHERE id = 1;\n"
               "SELECT v FROM k.t WHERE id = 1 LIMIT 0;\nSELECT v FROM k.t WHERE id = 1;\nCOMPACT\n");
  const ProgramRun run = folder.run("db --dry-run --diagnostics short -f b.cql");
  CHECK(run.status == 2);
  CHECK(run.output.empty());
  CHECK(run.errors ==
        "b.cql:1:22: error[E203]: table t has no column w\n"
        "b.cql:5:38: error[E409]: LIMIT is 0, and must be at least 1\n"
        "-- dry run: COMPACT was not run\n"
        "-- 5 statements planned, 2 refused; nothing was written\n");
  CHECK(folder.read("db") == before);
}

TEST_CASE("what LINT, ELAPSED and ADVANCE set before the place of --from is set, in silence") {
  const ScratchFolder folder;
  folder.write("a.cql", "LINT OFF L503\nELAPSED ON\nCLOCK '2025-01-01'\nADVANCE 1h\n" + kPlacesTable +
                            "SELECT v FROM t WHERE id = 1;\nLINT OFF\nCLOCK\n");
  const ProgramRun whole = folder.run("db -f a.cql");
  const ProgramRun rest = folder.run("db -f a.cql --from a.cql:8");
  CHECK_THAT(rest.output, Contains("Silenced: L503") && Contains("2025-01-01T01:00:00Z"));
  CHECK_THAT(rest.output, !Contains("2025-01-01T00:00:00Z"));
  CHECK_THAT(rest.errors, Contains(" ms") && Contains("-- 3 statements ran, 0 refused\n"));
  CHECK(whole.output.ends_with(rest.output));
}

TEST_CASE("SOURCE goes on where a script was stopped, also within a script that it runs") {
  const ScratchFolder folder;
  const std::string count = "UPDATE n SET c = c + 1 WHERE id = ";
  folder.write("main.cql", kPlacesTable + "CREATE TABLE n (id int PRIMARY KEY, c counter);\n" + count +
                               "1;\nSOURCE 'it''s.cql'\n" + count + "4;\nSELECT id, c FROM n;\n");
  folder.write("it's.cql", count + "2;\nINSERT INTO t (id, w) VALUES (1, 'x');\n" + count + "3;\n");
  folder.write("first", "SOURCE 'main.cql'\n");
  const ProgramRun first = folder.run("db -t --policy cassandra --stop-on-error < first");
  const std::string command = "SOURCE 'main.cql' FROM 'main.cql:6' 'it''s.cql:2'";
  CHECK_THAT(first.errors, Contains("-- stopped at main.cql:6, it's.cql:2; to go on: " + command + "\n"));
  folder.write("second",
               "ALTER TABLE k.t ADD w text;\n" + command + "\nSOURCE 'main.cql' FROM 'main.cql:99'\n");
  const ProgramRun second = folder.run("db -t --policy cassandra --stop-on-error < second");
  for (const char* row : {"1 | 1", "2 | 1", "3 | 1", "4 | 1"}) CHECK_THAT(second.output, Contains(row));
  CHECK_THAT(second.errors, Contains("error[E657]: the scripts of this run do not come to main.cql:99"));
  folder.write("wrong.cql", "SOURCE 'main.cql' FROM 'main.cql:6'\n");
  CHECK_THAT(folder.run("-f wrong.cql").errors, Contains("error[E657]: SOURCE in a script takes no FROM"));
}

TEST_CASE("a dry run keeps no rows, and refuses values as a run does") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      kPlacesTable + "INSERT INTO t (id, v) VALUES (1, 'x');\nINSERT INTO t (id, v) VALUES ('y', 'x');\n" +
          "INSERT INTO t (id, v) VALUES (null, 'x');\nINSERT INTO t (id, v) VALUES (2, 'x') USING TTL -1;\n" +
          "BEGIN BATCH INSERT INTO t (id, v) VALUES (3, 'x'); APPLY BATCH;\n" +
          "CREATE TABLE long (k text PRIMARY KEY);\nINSERT INTO long (k) VALUES ('" +
          std::string(70'000, 'k') + "');\n");
  const ProgramRun run = folder.run("db -f a.cql --diagnostics short");
  const ProgramRun dry = folder.run("other -f a.cql --diagnostics short --dry-run");
  CHECK(last_line(dry.errors) == "-- 6 statements planned, 4 refused; nothing was written");
  const auto refusals = [](const ProgramRun& each) {
    return each.errors.substr(0, each.errors.rfind("-- "));
  };
  CHECK(refusals(dry) == refusals(run));
}

TEST_CASE("a run that is stopped before its place does not say the same command again") {
  const ScratchFolder folder;
  const ProgramRun run = folder.run("db -e 'USE nosuch; USE system;' --stop-on-error --from -e:99");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("-- stopped before -e:99: no statement was run") && !Contains("to go on"));
  folder.write("a.cql", "USE nosuch;\nSELECT key FROM system.local;\n");
  folder.write("typed", "SOURCE 'a.cql' FROM 'a.cql:2'\n");
  CHECK_THAT(folder.run("db -t --stop-on-error < typed").errors,
             Contains("-- stopped before a.cql:2: no statement was run") && !Contains("to go on"));
}

TEST_CASE("SOURCE passes over the rows of the COPY that it begins with") {
  const ScratchFolder folder;
  folder.write("tables.cql", kPlacesTable);
  folder.write("rows.csv", "1,a\n2,b\n3,c\n");
  folder.write("main.cql", kPlacesTable + "COPY t FROM 'rows.csv';\n");
  REQUIRE(folder.run("db -f tables.cql").status == 0);
  folder.write(
      "typed",
      "SOURCE 'main.cql' FROM 'main.cql:4' SKIP 2\nSELECT id, v FROM k.t WHERE id IN (1, 2, 3) ALLOW "
      "FILTERING;\nSOURCE 'main.cql' FROM 'main.cql:3' SKIP 2\nSOURCE 'main.cql' FROM 'main.cql:4' SKIP "
      "0\nSOURCE 'main.cql' FROM 'main.cql:4' SKIP x\n");
  const ProgramRun run = folder.run("db -t < typed");
  INFO(run.errors);
  CHECK_THAT(run.output, Contains(" 3 | c\n\n(1 rows)"));
  CHECK_THAT(run.errors, Contains("1 rows imported from 1 files in ") && Contains("(2 skipped).") &&
                             Contains("error[E657]: --skip-rows is about a COPY FROM"));
  std::size_t usages = 0;
  for (std::size_t at = 0; (at = run.errors.find("error[E114]", at)) != std::string::npos; ++at) ++usages;
  CHECK(usages == 2);
}
