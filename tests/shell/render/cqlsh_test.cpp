// Tables and blocks are the same to the byte as the real cqlsh's: cqlsh/NN-name.txt is what it printed for
// cqlsh/NN-name.cql, on the rows of cqlsh/setup.cql (cqlsh/record). What differs for a reason has a NN-name.here.txt
// beside it, which holds what Cellar prints, and a line in docs/deviations.md.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <vector>

#include "run_program.h"

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("forty statements are answered as cqlsh answers them") {
  const fs::path answers = fs::path(CELLAR_SOURCE_DIR) / "tests/shell/render/cqlsh";
  const ScratchFolder folder;
  const std::string run = "db --policy cassandra --no-color -f '" + answers.string() + "/";
  const ProgramRun setup = folder.run(run + "setup.cql'");
  INFO(setup.errors);
  REQUIRE(setup.status == 0);
  std::vector<fs::path> scripts;
  for (const fs::directory_entry& entry : fs::directory_iterator(answers)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".cql" && name != "setup.cql") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  CHECK(scripts.size() >= 40);
  for (const fs::path& script : scripts) {
    INFO(script.filename());
    fs::path answer = script;
    answer.replace_extension(".here.txt");
    if (!fs::exists(answer)) answer.replace_extension().replace_extension(".txt");
    REQUIRE(fs::exists(answer));
    const ProgramRun answered = folder.run(run + script.filename().string() + "'");
    INFO(answered.errors);
    CHECK(answered.status == 0);
    CHECK(answered.output == text_of(answer));
  }
}
