// The built program: what it prints, what it says on standard error, how it ends.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "json_schema.h"
#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kSetUp =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\n"
    "CREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c));\n";

}  // namespace

TEST_CASE("a table is printed as cqlsh prints it") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp +
                            "INSERT INTO t (p, c, v) VALUES (1, 10, 'ann');\n"
                            "INSERT INTO t (p, c) VALUES (1, 200);\n"
                            "SELECT * FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.output ==
        "\n p | c   | v\n"
        "---+-----+------\n"
        " 1 |  10 |  ann\n"
        " 1 | 200 | null\n"
        "\n(2 rows)\n");
  CHECK(run.errors == "-- 6 statements ran, 0 refused\n");
  CHECK(run.status == 0);
}

TEST_CASE("the data are in the file when the program is run again") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp + "INSERT INTO t (p, c, v) VALUES (1, 2, 'x');\n");
  REQUIRE(folder.run("db.cellar -f a.cql").status == 0);
  const ProgramRun run = folder.run("db.cellar -k k -e \"SELECT v FROM t WHERE p = 1\"");
  CHECK_THAT(run.output, Contains(" x\n"));
  CHECK(run.errors.empty());
  CHECK(run.status == 0);
}

TEST_CASE("a script goes on after a refusal, names its place and ends with status 2") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp +
                            "SELECT nothing FROM t WHERE p = 1;\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 2, 'after');\n"
                            "SELECT v FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("after"));
  CHECK_THAT(run.errors,
             Contains(" --> a.cql:4:8\n4 | SELECT nothing FROM t WHERE p = 1;\n  |        ^^^^^^^\n"));
  CHECK_THAT(run.errors, Contains("-- 5 statements ran, 1 refused\n"));
}

TEST_CASE("--stop-on-error ends at the first refusal and keeps what was written before it") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'before');\n"
                            "SELEKT 1;\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 2, 'after');\n");
  CHECK(folder.run("db -f a.cql --stop-on-error").status == 2);
  const ProgramRun run = folder.run("db -k k -e 'SELECT v FROM t WHERE p = 1;'");
  CHECK_THAT(run.output, Contains("before") && !Contains("after"));
}

TEST_CASE("what is counted in a sentence is in the singular where it is one") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n");
  CHECK(folder.run("db -f a.cql").errors == "-- 1 statement ran, 0 refused\n");
  folder.write("b.cql",
               "USE k;\nCREATE TABLE t (p int PRIMARY KEY, v int);\nINSERT INTO t (p, v) VALUES (1, 1);\n"
               "SELECT * FROM t WHERE p = 1 AND v = 2 ALLOW FILTERING;\n");
  CHECK_THAT(folder.run("--policy teach db -f b.cql").errors,
             Contains("this read 1 row of t, and 0 matched\n"));
  CHECK_THAT(folder.run("db -e 'PAGING 1'").output, Contains("Page size: 1\n"));
}

TEST_CASE("refusals in one line and as JSON") {
  const ScratchFolder folder;
  CHECK_THAT(folder.run("--diag short -e 'USE nosuch'").errors, Catch::StartsWith("-e:1:5: error[E201]: "));
  CHECK_THAT(folder.run("--diag json -e 'USE nosuch'").errors,
             Catch::StartsWith("{\"kind\":\"error\",\"code\":\"E201\""));
}

TEST_CASE("standard input is a script where it is no terminal") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp + "SELECT nothing FROM t WHERE p = 1;\nSELECT v FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("< a.cql");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(" --> stdin:4:8\n"));
  CHECK_THAT(run.output, Contains("(0 rows)"));
  CHECK(folder.run("-f - < a.cql").output == run.output);
}

TEST_CASE("a program that asks through a pipe gets its answer before it asks on") {
  const ScratchFolder folder;
  const ProgramRun run =
      folder.run("--version > version; mkfifo in out; timeout 60 " CELLAR_PROGRAM
                 " < in > out 2> errors & "
                 "exec 3> in 4< out; echo 'HELP K6;' >&3; read line <&4; echo \"$line\"; exec 3>&-; wait");
  CHECK(run.output == "K6  writes name the whole primary key\n");
}

TEST_CASE("the policy decides whether a read has to name its partition") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp + "SELECT * FROM t;\n");
  CHECK(folder.run("-f a.cql").status == 2);
  CHECK(folder.run("--policy cassandra -f a.cql").status == 0);
  folder.write("b.cql", "POLICY cassandra\nSOURCE 'a.cql'\n");
  CHECK(folder.run("-f b.cql").status == 0);
}

TEST_CASE("what cannot be read ends the run with status 1") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path / "scripts");
  const ProgramRun missing = folder.run("-f nosuch.cql");
  CHECK(missing.status == 1);
  CHECK_THAT(missing.errors, Contains("cannot read nosuch.cql"));
  const ProgramRun directory = folder.run("-f scripts");
  CHECK(directory.status == 1);
  CHECK_THAT(directory.errors, Contains("scripts is a folder"));
  CHECK(folder.run("scripts -e 'SELECT 1'").status == 1);
  CHECK(folder.run("--nonsense").status == 1);
  CHECK(folder.run("-k nosuch -e ''").status == 1);
  folder.write("utf16.cql", std::string("\xFF\xFEU\0S\0", 6));
  CHECK_THAT(folder.run("-f utf16.cql").errors, Contains("UTF-16"));
}

TEST_CASE("bytes that are no UTF-8 are refused with their line") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kSetUp + "INSERT INTO t (p, c, v)\nVALUES (1, 1, 'a\xFF');\nSELECT v FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("a.cql:5:"));
  CHECK_THAT(run.output, Contains("(0 rows)"));
}

TEST_CASE("a script that ends in a quote, a comment or a statement says so and keeps what it ran") {
  const ScratchFolder folder;
  for (const char* end : {"SELECT 'open FROM t;\n", "/* open\n", "SELECT v FROM t WHERE p = 1\n",
                          "BEGIN BATCH INSERT INTO t (p, c) VALUES (1, 1);\n"}) {
    INFO(end);
    folder.write("a.cql", kSetUp + "SELECT v FROM t WHERE p = 1;\n" + end);
    const ProgramRun run = folder.run("-f a.cql");
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("error[E113]") && Contains("a.cql:5:") &&
                               Contains("-- 4 statements ran, 1 refused\n"));
    CHECK_THAT(run.output, Contains("(0 rows)"));
  }
}

TEST_CASE("the last statement of -e needs no semicolon, be it a batch") {
  const ScratchFolder folder;
  const std::string batch = "BEGIN BATCH INSERT INTO k.t (p, c, v) VALUES (1, 1, 'a'); APPLY BATCH";
  folder.write("a.cql", kSetUp);
  REQUIRE(folder.run("d.cellar -f a.cql").status == 0);
  for (const std::string& script : {batch, "SELECT v FROM k.t WHERE p = 1; " + batch}) {
    INFO(script);
    const ProgramRun run = folder.run("d.cellar -e \"" + script + "\"");
    CHECK(run.errors == "");
    CHECK(run.status == 0);
  }
}

TEST_CASE("a reader that has seen enough ends the program quietly, with its writes") {
  const ScratchFolder folder;
  std::string script = kSetUp;
  for (int i = 0; i < 2000; ++i)
    script += "INSERT INTO t (p, c, v) VALUES (1, " + std::to_string(i) + ", 'x');\n";
  script += "SELECT * FROM t WHERE p = 1;\nSELECT * FROM t WHERE p = 1;\nSELECT * FROM t WHERE p = 1;\n";
  folder.write("a.cql", script);
  const ProgramRun run = folder.run("db -f a.cql | head -3");
  CHECK(run.errors.find("error") == std::string::npos);
  CHECK_THAT(folder.run("db -k k -e 'SELECT count(*) FROM t WHERE p = 1'").output, Contains(" 2000\n"));
}

TEST_CASE("a full disk under the output is an error") {
  const ScratchFolder folder;
  const ProgramRun run = folder.run("-e HELP > /dev/full");
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Contains("cannot write the output"));
}

TEST_CASE("a long result comes in pages that one table makes") {
  const ScratchFolder folder;
  std::string script = kSetUp;
  for (int i = 0; i < 250; ++i)
    script += "INSERT INTO t (p, c, v) VALUES (1, " + std::to_string(i) + ", 'x');\n";
  folder.write("a.cql", script +
                            "SELECT c FROM t WHERE p = 1;\nINSERT INTO t (p, c) VALUES (1, 1000);\n"
                            "SELECT count(*) FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains(" 249\n\n(250 rows)\n") && Contains(" 251\n"));
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 3 + 250 + 2 + 3 + 1 + 2);
}

TEST_CASE("commits are reported, the last one with every statement") {
  const ScratchFolder folder;
  const std::string value(24 << 20, 'x');
  std::string script = kSetUp;
  for (int key = 1; key <= 6; ++key) {
    script += "INSERT INTO t (p, c, v) VALUES (1, " + std::to_string(key) + ", '" + value + "');\n";
  }
  folder.write("a.cql", script + "INSERT INTO t (p, c, v) VALUES (1, 7, 'x');\n");
  const ProgramRun run = folder.run("db -f a.cql --report-commits");
  CHECK(run.status == 0);
  CHECK_THAT(run.errors, Contains("-- committed 10\n-- 10 statements ran, 0 refused\n"));
  CHECK(run.errors.find("-- committed ") != run.errors.rfind("-- committed "));
}

TEST_CASE("how far a load is, only a terminal is told") {
  const ScratchFolder folder;
  const ProgramRun run =
      folder.run("< /dev/null; (echo 'HELP E100;'; sleep 0.6; echo 'HELP E100;') | " CELLAR_PROGRAM);
  CHECK(run.errors == "-- 0 statements ran, 0 refused\n-- 2 statements ran, 0 refused\n");
}

TEST_CASE("scripts run scripts, but not without end") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp + "SOURCE 'b.cql'\nSELECT v FROM t WHERE p = 1;\n");
  folder.write("b.cql", "INSERT INTO t (p, c, v) VALUES (1, 1, 'inner');\nEXIT\nUSE nosuch;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("inner"));
  folder.write("loop.cql", "SOURCE 'loop.cql'\n");
  const ProgramRun loop = folder.run("-f loop.cql");
  CHECK(loop.status == 2);
  CHECK_THAT(loop.errors, Contains("E658"));
}

TEST_CASE("a database opened to read refuses writes and goes on") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp);
  REQUIRE(folder.run("db -f a.cql").status == 0);
  const ProgramRun run =
      folder.run("db --read-only -k k -e 'INSERT INTO t (p, c) VALUES (1, 1); SELECT v FROM t WHERE p = 1;'");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("(0 rows)"));
}

TEST_CASE("commands in a script") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kSetUp +
                   "INSERT INTO t (p, c, v) VALUES (1, 1, 'x');\nEXPAND ON\n"
                   "SELECT v FROM t WHERE p = 1;\nDESCRIBE TABLES\nCONSISTENCY\nHELP E100;\nEXPAND maybe\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("@ Row 1\n---+---\n v | x\n\n\n(1 rows)\n") && Contains("\nt\n\n") &&
                             Contains("Current consistency level is ONE.\n") && Contains("E100\n"));
  CHECK_THAT(run.errors, Contains("error[E114]") && Contains("EXPAND [ON|OFF]"));
}

TEST_CASE("DIAGNOSTICS sets how much a refusal says") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kSetUp +
                   "DIAGNOSTICS short\nSELECT nothing FROM t;\nDIAGNOSTICS JSON\nSELECT nothing FROM t;\n"
                   "diagnostics Full;\nSELECT nothing FROM t;\nVERBOSITY\nVERBOSITY loud\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.output == "Diagnostics: short\nDiagnostics: json\nDiagnostics: full\nDiagnostics: full\n");
  CHECK_THAT(run.errors, Catch::StartsWith("a.cql:5:8: error[E203]: table t has no column nothing\n{") &&
                             Contains("\"code\":\"E203\"") && Contains("}\nerror[E203]: table t has") &&
                             Contains(" --> a.cql:11:11\n") && Contains("DIAGNOSTICS [FULL|SHORT|JSON]"));
}

TEST_CASE("TIMING tells what each statement took and read, beside the results") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      kSetUp +
          "INSERT INTO t (p, c, v) VALUES (1, 1, 'x');\nINSERT INTO t (p, c, v) VALUES (1, 2, 'y');\n"
          "TIMING ON\nSELECT v FROM t WHERE p = 1;\nDESCRIBE TABLES\n"
          "INSERT INTO t (p, c, v) VALUES (1, 3, 'z');\nSELECT nothing FROM t;\nTIMING off\n"
          "SELECT v FROM t WHERE p = 2;\n");
  const ProgramRun run = folder.run("--diag short -f a.cql");
  CHECK_THAT(run.output, Contains("Timing is on.\n") && Contains("Timing is off.\n") && !Contains("-- "));
  CHECK_THAT(
      run.errors,
      Catch::Matches("-- [0-9.]+ m?s; read 1 partition, 2 rows, [0-9]+ entries\n-- [0-9.]+ m?s\na.cql:.*\n"
                     "-- 11 statements ran, 1 refused\n"));
}

TEST_CASE("what DESCRIBE prints runs again") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kSetUp +
                   "CREATE TYPE place (street text, no int);\n"
                   "CREATE TABLE homes (who text PRIMARY KEY, home frozen<place>, \"When\" date);\n");
  REQUIRE(folder.run("first -f a.cql").status == 0);
  const ProgramRun described = folder.run("first -e 'DESCRIBE KEYSPACE k'");
  folder.write("b.cql", described.output);
  CHECK(folder.run("second -f b.cql").status == 0);
  CHECK(folder.run("second -e 'DESCRIBE KEYSPACE k'").output == described.output);
}

TEST_CASE("a script that asks for JSON gets it from commands, too") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp + "DESCRIBE TABLES;\nLINT\nMAP t\nCONSISTENCY\nTRACING ON\n" +
                            "SELECT release_version FROM system.local;\n");
  const ProgramRun run = folder.run("--mode jsonl -f a.cql");
  CHECK(run.status == 0);
  CHECK_THAT(run.output,
             Contains("{\"keyspace_name\": \"k\", \"type\": \"table\", \"name\": \"t\"}\n") &&
                 Contains("{\"tables\":1,\"lints\":[") &&
                 Contains("{\"keyspace\":\"k\",\"table\":\"t\",\"partitions\":[],\"has_more\":false}\n"));
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(nlohmann::json::accept(line));
  }
  CHECK_THAT(run.errors, Contains("Current consistency level is ONE.\n") && Contains("Tracing session: "));
  const ProgramRun people = folder.run("-f a.cql");
  CHECK_THAT(people.output, Contains("\nt\n\n") && Contains("t = map<"));
}

TEST_CASE("COPY reports as an object that its schema describes") {
  const ScratchFolder folder;
  folder.write("a.cql", kSetUp +
                            "INSERT INTO t (p, c, v) VALUES (1, 2, 'a');\nCOPY t TO 'a.csv';\nCOPY t FROM "
                            "'b.csv';\n");
  folder.write("b.csv", "1,2,a\n1,x,b\n");
  const ProgramRun run = folder.run("--diagnostics json -f a.cql");
  std::istringstream lines(run.errors);
  std::size_t reports = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("{\"copy\"")) continue;
    INFO(line);
    const nlohmann::json report = nlohmann::json::parse(line);
    CHECK(cellar::faults_of(report, cellar::read_schema("copy")) == std::vector<std::string>{});
    CHECK(report["rows"] == 1);
    CHECK((report["copy"] == "to" || report["refused"] == 1));
    ++reports;
  }
  CHECK(reports == 2);
}

TEST_CASE("a command takes no line along: neither for its comment, nor behind a statement") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kSetUp +
                   "CONSISTENCY ONE -- was QUORUM; now ONE\nINSERT INTO t (p, c, v) VALUES (1, 2, 'a');\n"
                   "INSERT INTO t (p, c, v) VALUES (1, 3, 'b'); HELP\nDELETE FROM t WHERE p = 1 AND c = 3;\n"
                   "USE k; EXPAND OFF // a; b\nSELECT c FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("--mode csv -f a.cql");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Catch::EndsWith("c\n2\n"));
}
