// `cellar check`: it finds what differs, and nothing else.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kTable = "CREATE TABLE t (k int PRIMARY KEY, v text);\n--> ok\n";
const std::string kRow = "INSERT INTO t (k, v) VALUES (1, 'a');\n--> ok\n";

ProgramRun check(const std::string& script, const std::string& options = {}) {
  const ScratchFolder folder;
  folder.write("a.cql", script);
  return folder.run("check " + options + " a.cql");
}

}  // namespace

TEST_CASE("a script whose answers are right passes") {
  const ProgramRun run = check("-- fact\n" + kTable + kRow +
                               "SELECT k, v FROM t WHERE k = 1;\n--> rows\n--| k | v\n--| 1 | 'a'\n"
                               "SELECT v FROM t WHERE nothing = 1;\n--> error invalid\n"
                               "SELEC;\n--> error syntax\n"
                               "DESCRIBE TABLES;\n--> rows\n--| keyspace_name | type | name\n"
                               "--| 'conformance' | 'table' | 't'\n");
  CHECK(run.output == "1 passed, 0 failed\n");
  CHECK(run.status == 0);
}

TEST_CASE("every kind of wrong answer is found") {
  const std::string read = "SELECT k, v FROM t WHERE k = 1;\n";
  const std::string wrong[] = {
      kTable + kRow + read + "--> rows\n--| k | v\n--| 1 | 'b'\n",               // a value
      kTable + kRow + read + "--> rows\n--| k | w\n--| 1 | 'a'\n",               // a name
      kTable + kRow + read + "--> rows\n--| k | v\n",                            // a row too many
      kTable + kRow + read + "--> rows\n--| k | v\n--| 1 | 'a'\n--| 2 | 'b'\n",  // a row too few
      kTable + kRow + read + "--> rows\n--| k | v\n--| 1 | null\n",
      kTable + kRow + read + "--> ok\n",
      kTable + kRow + read + "--> error invalid\n",
      kTable + "INSERT INTO t (k) VALUES (1);\n--> rows\n--| k\n",
      kTable + "SELECT nothing FROM t;\n--> ok\n",
      kTable + "SELECT nothing FROM t;\n--> error syntax\n",
      kTable + "SELECT nothing FROM t;\n--> refused E203 1:9\n",
      kTable + "SELECT nothing FROM t;\n--> refused E204 1:8\n",
      kTable + "SELECT nothing FROM t;\n--> nonsense\n",
      kTable + kRow + read + "--> rows\n--| k | v\n--| 1 | 'a'\n--! W402\n",
      "CONSISTENCY\n--> text\n--: something else\n",
      kTable + "SELECT v FROM t WHERE k = 1\n",  // no end
      "CREATE TABLE t (k int PRIMARY KEY);\n",   // no answer at all
      "-- nothing\n",
      kTable + kRow + read + "-- > ok\n",  // no mark of an answer
      kTable + kRow + read + "--- > rows\n",
      kTable + kRow + read + " --> rows\n",
      kTable + "--> ok\n",  // an answer after an answer
      kTable + "-- between\n\n--> error invalid\n",
      "--> ok\n" + kTable,  // before any statement
      kTable + "--| k\n",   // a row without rows
      kTable + "--: text\n",
      "CREATE TABLE t (k int PRIMARY KEY);\n--| k\n" + kRow,
  };
  for (const std::string& script : wrong) {
    INFO(script);
    const ProgramRun run = check(script);
    CHECK(run.status == 1);
    CHECK_THAT(run.output, Contains("a.cql:") && Contains("expected: ") && Contains("got: ") &&
                               Catch::EndsWith("0 passed, 1 failed\n"));
  }
}

TEST_CASE("what Cellar alone says is compared, too") {
  const ProgramRun run = check("-- @policy teach\n" + kTable +
                               "SELECT nothing FROM t;\n--> refused E203 1:8\n"
                               "HELP cooking\n--> refused E115 1:6\n"
                               "--: error[E115]: there is no help on cooking\n"
                               "--:  --> 1:6\n"
                               "--: 1 | HELP cooking\n"
                               "--:   |      ^^^^^^^\n"
                               "--:   = fix: `HELP` lists the topics.\n"
                               "--:   = help: HELP E115\n"
                               "CONSISTENCY\n--> text\n--: Current consistency level is ONE.\n");
  INFO(run.output);
  CHECK(run.status == 0);
}

TEST_CASE("the policy comes from the script, else from the command line, else it is cassandra") {
  const std::string scan = kTable + "SELECT k FROM t;\n";
  CHECK(check(scan + "--> rows\n--| k\n").status == 0);
  CHECK(check(scan + "--> error invalid\n", "--policy teach").status == 0);
  CHECK(check("-- @policy teach\n" + scan + "--> error invalid\n").status == 0);
}

TEST_CASE("--update writes the answers of the run below the statements and leaves the rest as it is") {
  const ScratchFolder folder;
  folder.write("a.cql", "-- fact\n" + kTable + kRow +
                            "\nSELECT k, v  -- with a comment\n  FROM t WHERE k = 1;\n--> ok\n"
                            "USE nosuch;\n"
                            "SELECT nothing FROM t;\n--> refused X 9:9\n");
  const ProgramRun update = folder.run("check --update a.cql");
  CHECK(update.status == 0);
  CHECK(update.output == "a.cql: updated\n1 passed, 0 failed\n");
  CHECK(folder.read("a.cql") == "-- fact\n" + kTable + kRow +
                                    "\nSELECT k, v  -- with a comment\n  FROM t WHERE k = 1;\n"
                                    "--> rows\n--| k | v\n--| 1 | 'a'\n"
                                    "USE nosuch;\n--> error invalid\n"
                                    "SELECT nothing FROM t;\n--> refused E203 1:8\n");
  CHECK(folder.run("check a.cql").status == 0);
}

TEST_CASE("--update fails for what it cannot mend") {
  const ScratchFolder folder;
  folder.write("a.cql", kTable + "SELECT v FROM t WHERE k = 1;\n--> ok\n-- > ok\n");
  const ProgramRun update = folder.run("check --update a.cql");
  CHECK(update.status == 1);
  CHECK_THAT(update.output, Contains("a.cql: updated\n0 passed, 1 failed\n") && Contains("in column one"));
  CHECK_THAT(update.output, !Contains("--> rows"));
}

TEST_CASE("a line that is no CQL belongs to the statement behind it unless it has an answer") {
  CHECK(check(kTable + "# a\nSELECT v FROM t WHERE k = 1;\n--> error syntax\n").status == 0);
  CHECK(
      check(kTable + "# a\n# b\n--> error syntax\nSELECT v FROM t WHERE k = 1;\n--> rows\n--| v\n").status ==
      0);
}

TEST_CASE("a listed difference does not fail; a listed answer that matches does") {
  const ScratchFolder folder;
  folder.write("s/a.cql", kTable + "SELECT v FROM t WHERE k = 1;\n--> ok\n");
  folder.write("known.txt", "# decisions\ns/a.cql:3 because\n");
  CHECK(folder.run("check --known known.txt s").status == 0);
  CHECK(folder.run("check s").status == 1);
  folder.write("known.txt", "s/a.cql:1 because\ns/a.cql:3 because\n");
  const ProgramRun matching = folder.run("check --known known.txt s");
  CHECK(matching.status == 1);
  CHECK_THAT(matching.output, Contains("take the entry off the list"));
  folder.write("known.txt", "s/a.cql:3 because\ns/a.cql:77 because\n");
  CHECK(folder.run("check --known known.txt s").status == 1);
  folder.write("known.txt", "s/a.cql:3\n");
  CHECK_THAT(folder.run("check --known known.txt s").errors, Contains("line 1 of known.txt"));
}

TEST_CASE("folders are walked and summed up") {
  const ScratchFolder folder;
  folder.write("s/one/a.cql", kTable);
  folder.write("s/one/b.cql", kTable + "SELECT v FROM t WHERE k = 1;\n--> ok\n");
  folder.write("s/two/c.cql", kTable);
  const ProgramRun run = folder.run("check --summary s");
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("one          2 of      3      1 of     2\n") &&
                             Contains("two          1 of      1      1 of     1\n") &&
                             Contains("all          3 of      4      2 of     3\n") &&
                             Catch::EndsWith("2 passed, 1 failed\n"));
  std::filesystem::create_directory(folder.path / "empty");
  CHECK(folder.run("check empty").status == 1);
  CHECK(folder.run("check nosuch.cql").status == 1);
}

namespace {

/// Two scripts, one of which has a difference with characters that XML and YAML escape.
void write_scripts(const ScratchFolder& folder) {
  folder.write("s/one/right.cql", kTable);
  folder.write("s/two/wrong.cql",
               kTable + "SELECT v FROM t WHERE v = '<\"&\x01';\n--> rows\n--| v\n--| '<\"&\x01>'\n");
}

}  // namespace

TEST_CASE("--only checks the scripts whose path contains a pattern") {
  const ScratchFolder folder;
  write_scripts(folder);
  CHECK(folder.run("check --only right s").output == "1 passed, 0 failed\n");
  CHECK(folder.run("check --only 'o?e/*' s").output == "1 passed, 0 failed\n");
  CHECK_THAT(folder.run("check --only right --only wrong s").output, Catch::EndsWith("1 passed, 1 failed\n"));
  const ProgramRun none = folder.run("check --only nothing s");
  CHECK(none.status == 1);
  CHECK_THAT(none.errors, Contains("no script's path contains nothing"));
}

TEST_CASE("--tap prints the Test Anything Protocol") {
  const ScratchFolder folder;
  write_scripts(folder);
  const ProgramRun run = folder.run("check --tap --summary s");
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Catch::StartsWith("TAP version 13\n1..2\nok 1 - s/one/right.cql\nnot ok 2 - s/two/wrong.cql\n"
                               "  ---\n  differences:\n    - line: 3\n"
                               "      statement: \"SELECT v FROM t WHERE v = '<\\\"&\\\\x01';\"\n"));
  std::istringstream lines(run.output.substr(run.output.find("  ...\n") + 6));
  int comments = 0;
  for (std::string line; std::getline(lines, line); ++comments) CHECK(line.starts_with("# "));
  CHECK(comments == 5);
  CHECK_THAT(run.output, Catch::EndsWith("# 1 passed, 1 failed\n"));
}

TEST_CASE("--junit writes JUnit's XML beside the usual output") {
  const ScratchFolder folder;
  write_scripts(folder);
  const ProgramRun run = folder.run("check --junit out.xml s");
  CHECK_THAT(run.output, Catch::EndsWith("1 passed, 1 failed\n"));
  const std::string xml =
      std::regex_replace(folder.read("out.xml"), std::regex("time=\"[0-9.]+\""), "time=\"\"");
  CHECK_THAT(xml,
             Catch::StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                               "<testsuites name=\"cellar check\" tests=\"2\" failures=\"1\" time=\"\">\n"
                               "  <testsuite name=\"one\" tests=\"1\" failures=\"0\" time=\"\">\n"
                               "    <testcase classname=\"one\" name=\"s/one/right.cql\" time=\"\"/>\n"
                               "  </testsuite>\n"));
  CHECK_THAT(xml, Contains("WHERE v = '&lt;&quot;&amp;?';") && Catch::EndsWith("</testsuites>\n"));
  CHECK(std::ranges::none_of(xml, [](const char c) { return c >= 0 && c < ' ' && c != '\n'; }));
  CHECK(folder.run("check --junit nowhere/out.xml s").status == 1);
}
