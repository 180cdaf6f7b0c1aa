#include <catch2/catch.hpp>
#include <regex>
#include <string>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\nCREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c));\n";

/// The text with `T` for times, `#` for microseconds, `ID` for uuids and one blank for several.
std::string without_times(std::string text) {
  text = std::regex_replace(text, std::regex("[0-9]{4}-[0-9-]{5} [0-9:.]{15}"), "T");
  text = std::regex_replace(text, std::regex("[0-9a-f]{8}-[0-9a-f-]{27}"), "ID");
  text = std::regex_replace(text, std::regex("\\| +[0-9]+\n"), "| #\n");
  text = std::regex_replace(text, std::regex("-{5,}"), "--");
  return std::regex_replace(text, std::regex(" {2,}"), " ");
}

}  // namespace

TEST_CASE("TRACING ON prints a trace behind each answer") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      kTable + "TRACING ON\nSELECT v FROM t WHERE p = 1;\nTRACING OFF\nSELECT v FROM t WHERE p = 2;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.status == 0);
  CHECK(without_times(run.output) ==
        "TRACING set to ON\n\n v\n---\n\n\n(0 rows)\n"
        "\nTracing session: ID\n\n"
        " activity | timestamp | source_elapsed\n"
        "--+--+--\n"
        " Execute CQL3 query | T | #\n"
        " Parsed the statement: its shape was not known | T | #\n"
        " Planned: partition of k.t: 1 partition | T | #\n"
        " Read 1 partition, 0 rows, 0 entries | T | #\n"
        " Request complete | T | #\n\n"
        "TRACING set to OFF\n\n v\n---\n\n\n(0 rows)\n");
}

TEST_CASE("a refused statement is traced behind its refusal, and a group's commit comes later") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      kTable + "TRACING ON\nSELECT w FROM t WHERE p = 1;\nINSERT INTO t (p, c, v) VALUES (1, 1, 'x');\n");
  const ProgramRun run = folder.run("-f a.cql --diag short");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains(" Refused: E203, table t has no column w |") &&
                             Contains("Left it in the open group, which is committed later |"));
}

TEST_CASE("SHOW SESSION prints a trace of the run again") {
  const ScratchFolder folder;
  folder.write("a.cql", "SHOW SESSION 028d9910-e6fb-11f1-9f30-91ef9d3328a1\n");
  const ProgramRun unknown = folder.run("-f a.cql --diag short");
  CHECK(unknown.status == 0);
  CHECK_THAT(unknown.errors, Contains("note[W415]: no statement of this run has the trace 028d9910-"));
  // The clock of a lesson and its seed make the ids known.
  const std::string set_up = "SEED 1\nCLOCK '2025-01-01T00:00:00Z'\n" + kTable + "TRACING ON\nUSE k;\n";
  folder.write("b.cql", set_up);
  const std::string first = folder.run("-f b.cql").output;
  const std::size_t begin = first.find("Tracing session: ");
  REQUIRE(begin != std::string::npos);
  const std::string id = first.substr(begin + 17, 36);
  folder.write("b.cql", set_up + "SHOW SESSION " + id + "\n");
  const std::string again = folder.run("-f b.cql").output;
  CHECK(again.find(id) != again.rfind(id));
}

TEST_CASE("a trace names the indexes and views that follow a row") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kTable +
                   "CREATE TABLE bare (p int PRIMARY KEY);\nCREATE INDEX by_v ON t (v);\n"
                   "CREATE MATERIALIZED VIEW by_c AS SELECT * FROM t WHERE c IS NOT NULL AND p IS NOT NULL "
                   "PRIMARY KEY (c, p);\nTRACING ON\nINSERT INTO t (p, c, v) VALUES (1, 1, 'x');\n"
                   "INSERT INTO bare (p) VALUES (1);\n");
  const std::string traces = without_times(folder.run("db -f a.cql").output);
  CHECK_THAT(traces, Contains(" Merged with the stored rows, index by_v, view by_c | T | #\n") &&
                         Contains(" Merged with the stored rows | T | #\n"));
}
