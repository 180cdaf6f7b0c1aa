// The rules that comments name are explained, and headers open as they should.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("each rule that a comment names has its line in docs/rules.md") {
  const std::filesystem::path root(CELLAR_SOURCE_DIR);
  const std::string rules = text_of(root / "docs/rules.md");
  const std::regex id("\\bR-[0-9]{3}\\b");
  std::set<std::string> named;
  for (const char* folder : {"parser", "planner", "executor", "functions", "tests/planner"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      const std::string text = text_of(entry.path());
      named.insert(std::sregex_token_iterator(text.begin(), text.end(), id), std::sregex_token_iterator());
    }
  }
  CHECK(named.size() > 20);
  for (const std::string& rule : named) {
    INFO(rule);
    CHECK(rules.find("\n| " + rule + " |") != std::string::npos);
  }
}

TEST_CASE("each header says what comes in, what goes out and what is refused") {
  std::size_t headers = 0;
  for (const char* const folder : {"types", "protocol", "schema", "parser", "functions", "planner", "storage",
                                   "executor", "database", "shell", "server", "client", "web", "program"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(CELLAR_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".h") continue;
      ++headers;
      const std::string text = text_of(entry.path());
      const std::string opening = text.substr(0, text.find("#pragma once"));
      INFO(entry.path().string());
      for (const char* part : {"\n// In:", "\n// Out:", "\n// Refused:"})
        CHECK(opening.find(part) != opening.npos);
    }
  }
  CHECK(headers > 300);
}
