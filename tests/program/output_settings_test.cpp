// The environment variables and commands that set how results look at the prompt.
#include <catch2/catch.hpp>

#include "process.h"
#include "terminal.h"

using Catch::Contains;

namespace {

std::string shown_time(const std::map<std::string, std::string>& environment) {
  const TemporaryFolder folder;
  TerminalSession terminal({.folder = folder.path, .environment = environment});
  terminal.wait_for_prompt();
  terminal.run("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
  terminal.run("CREATE TABLE k.t (p int PRIMARY KEY, at timestamp);");
  terminal.run("INSERT INTO k.t (p, at) VALUES (1, '2024-07-01T12:00:00Z');");
  return terminal.run("SELECT at FROM k.t WHERE p = 1;");
}

void make_wide_row(TerminalSession& terminal) {
  terminal.wait_for_prompt();
  terminal.run("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
  terminal.run("CREATE TABLE k.t (p int PRIMARY KEY, v text);");
  terminal.run(
      "INSERT INTO k.t (p, v) VALUES (1, 'twelve words that are too many for a narrow table to show');");
}

}  // namespace

TEST_CASE("TZ and CQLSH_DEFAULT_TIMESTAMP_FORMAT say how timestamps look at the prompt") {
  CHECK_THAT(shown_time({}), Contains("2024-07-01 12:00:00.000000+0000"));
  CHECK_THAT(shown_time({{"TZ", "Europe/Vienna"}}), Contains("2024-07-01 14:00:00.000000+0200"));
  CHECK_THAT(shown_time({{"TZ", "CET-1CEST"}}), Contains("2024-07-01 14:00:00.000000+0200"));
  CHECK_THAT(shown_time({{"CQLSH_DEFAULT_TIMESTAMP_FORMAT", "%d.%m.%Y at %H"}}),
             Contains("01.07.2024 at 12"));
}

TEST_CASE("WIDTH and WRAP say how tables fit the terminal") {
  const TemporaryFolder folder;
  TerminalSession terminal({.folder = folder.path, .size = {24, 60}});
  make_wide_row(terminal);
  const std::string query = "SELECT * FROM k.t WHERE p = 1;";
  CHECK_THAT(terminal.run(query), Contains("\n 1 | twelve words that are too many for a narrow table to …"));
  CHECK(terminal.run("WIDTH 30") == "Tables fit 30 columns of the terminal.\n");
  CHECK_THAT(terminal.run(query), Contains("\n 1 | twelve words that are t…\n"));
  CHECK(terminal.run("WRAP ON") == "Values that are too wide go on in the next line.\n");
  CHECK_THAT(terminal.run(query), Contains("\n 1 | twelve words that are\n   | too many for a narrow\n"));
  CHECK(terminal.run("WIDTH OFF") == "Tables are as wide as their values.\n");
  CHECK_THAT(terminal.run(query), Contains("narrow table to sh\now\n"));
  CHECK(terminal.run("WIDTH AUTO") == "Tables fit the terminal.\n");
  CHECK(terminal.run("WRAP OFF") == "Values that are too wide are cut.\n");
  CHECK(terminal.run("WIDTH") == "Tables fit the terminal.\n");
}
