// What cqlsh and Cellar answer to the same commands is the same to the byte: commands.txt was recorded from cqlsh 6.2
// and Apache Cassandra 5.0 by `record`.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "run_program.h"

TEST_CASE("commands of cqlsh answer as cqlsh does") {
  constexpr std::string_view kPrompt = "cqlsh> ";
  std::ifstream transcript(std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/shell/cqlsh/commands.txt");
  std::string commands;
  std::string expected;
  std::size_t count = 0;
  for (std::string line; std::getline(transcript, line);) {
    if (line.starts_with(kPrompt)) {
      commands += line.substr(kPrompt.size()) + '\n';
      ++count;
    } else {
      expected += line + '\n';
    }
  }
  REQUIRE(count > 40);
  const ScratchFolder folder;
  folder.write("commands.cql", commands);
  const ProgramRun run = folder.run("-f commands.cql");
  CHECK(run.output == expected);
  CHECK(run.status == 0);
  CHECK(run.errors == "-- " + std::to_string(count) + " statements ran, 0 refused\n");
}
