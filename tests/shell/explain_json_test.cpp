// The JSON of EXPLAIN in the golden scripts fits docs/schema/explain.schema.json.

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "json_schema.h"

namespace cellar {

namespace {

/// The value of a line `--| '...'` of a script.
std::string golden_value(std::string_view line) {
  std::string value;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if ((line[at] == '\'' || line[at] == '\\') && at + 1 < line.size()) ++at;
    value += line[at];
  }
  return value;
}

}  // namespace

TEST_CASE("the JSON of EXPLAIN fits its schema") {
  constexpr std::string_view kBegin = "--| '";
  const nlohmann::json schema = read_schema("explain");
  std::size_t checked = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(CELLAR_SOURCE_DIR "/tests/cql/explain")) {
    std::ifstream script(file.path());
    for (std::string line; std::getline(script, line);) {
      if (!line.starts_with("--| '{\"statement\"")) continue;
      const std::string json =
          golden_value(std::string_view(line).substr(kBegin.size(), line.size() - kBegin.size() - 1));
      INFO(file.path() << ": " << json);
      CHECK(faults_of(nlohmann::json::parse(json), schema) == std::vector<std::string>{});
      ++checked;
    }
  }
  CHECK(checked > 5);
}

}  // namespace cellar
