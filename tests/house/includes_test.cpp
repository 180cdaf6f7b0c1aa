// The direction of dependency: every #include of a folder points to itself or downwards.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"refusal", {}},
    {"types", {"refusal"}},
    {"schema", {"refusal", "types"}},
    {"parser", {"refusal", "types"}},
    {"functions", {"refusal", "types", "schema"}},
    {"planner", {"refusal", "types", "schema", "parser", "functions"}},
    {"storage", {"refusal", "types", "schema"}},
    {"executor", {"refusal", "types", "schema", "parser", "functions", "planner", "storage"}},
    {"database", {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor"}},
    {"shell",
     {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor", "database"}},
    {"program",
     {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor", "database",
      "shell"}},
};

/// The rooms of shell/. Each includes those before it.
const std::vector<std::string> kShellFolders = {"connection", "files",      "render", "teach", "copy",
                                                "console",    "completion", "editor", "check", "terminal"};

bool is_source(const std::filesystem::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

}  // namespace

TEST_CASE("no include points upward") {
  const std::filesystem::path root = CELLAR_SOURCE_DIR;
  const std::regex include("^\\s*#include \"([a-z_]+)/");
  std::size_t files = 0;
  for (const auto& [folder, allowed] : kMayInclude) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!is_source(entry.path())) continue;
      ++files;
      std::ifstream source(entry.path());
      std::string line;
      while (std::getline(source, line)) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        INFO(entry.path().string() << ": " << line);
        CHECK((match[1] == folder || allowed.count(match[1]) == 1));
      }
    }
  }
  CHECK(files > 50);
}

TEST_CASE("only the parser sees the generated grammar, and only the store sees LMDB") {
  const std::filesystem::path root = CELLAR_SOURCE_DIR;
  for (const auto& [folder, allowed] : kMayInclude) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!is_source(entry.path())) continue;
      std::ifstream source(entry.path());
      std::string line;
      while (std::getline(source, line)) {
        INFO(entry.path().string() << ": " << line);
        if (folder != "parser") CHECK(line.find("antlr4-runtime") == line.npos);
        if (folder != "storage") CHECK(line.find("#include <lmdb.h>") == line.npos);
      }
    }
  }
}

TEST_CASE("no include within the shell points to a folder above") {
  const std::filesystem::path shell = std::filesystem::path(CELLAR_SOURCE_DIR) / "shell";
  const std::regex include("^\\s*#include \"shell/(?:([a-z_]+)/)?");
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shell)) {
    const std::filesystem::path path = entry.path().lexically_relative(shell);
    if (!is_source(path) || !path.has_parent_path()) continue;
    const std::string folder = path.begin()->string();
    found.insert(folder);
    const auto place = std::ranges::find(kShellFolders, folder);
    INFO(path.string());
    REQUIRE(place != kShellFolders.end());
    std::ifstream source(entry.path());
    std::string line;
    while (std::getline(source, line)) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      INFO(line);
      CHECK(std::find(kShellFolders.begin(), place + 1, match[1].str()) != place + 1);
    }
  }
  CHECK(found.size() == kShellFolders.size());
}
