// The sessions of the README, run again: what it shows is what the program says.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "process.h"

namespace {

struct Example {
  std::string command;
  std::string answer;
};

/// Blocks fenced with ```console: after `$ ` a command, to the end of its here-document if it has one;
/// then what it prints.
std::vector<Example> examples_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Example> examples;
  std::string line;
  bool in_block = false;
  bool in_document = false;
  while (std::getline(file, line)) {
    if (line.rfind("```", 0) == 0) {
      in_block = line == "```console";
    } else if (in_block && in_document) {
      examples.back().command += line + "\n";
      in_document = line != "EOF";
    } else if (in_block && line.rfind("$ ", 0) == 0) {
      examples.push_back({line.substr(2) + "\n", ""});
      in_document = line.find("<<'EOF'") != line.npos;
    } else if (in_block) {
      examples.back().answer += line + "\n";
    }
  }
  return examples;
}

std::string run(const std::string& command) {
  TemporaryFolder folder;
  const std::string build = std::filesystem::path(CELLAR_PROGRAM).parent_path().string();
  write_file(folder / "command", "PATH=" + build + ":$PATH\ncd " CELLAR_SOURCE_DIR "\nexec 2>&1\n" + command);
  FILE* pipe = popen(("sh " + (folder / "command").string()).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int next; (next = fgetc(pipe)) != EOF;) text += static_cast<char>(next);
  pclose(pipe);
  return text;
}

std::string without_trailing_blanks(const std::string& text) {
  std::string trimmed;
  std::size_t start = 0;
  for (std::size_t end; (end = text.find('\n', start)) != text.npos; start = end + 1) {
    std::string line = text.substr(start, end - start);
    line.erase(line.find_last_not_of(' ') + 1);
    trimmed += line + "\n";
  }
  while (trimmed.size() > 1 && trimmed.substr(trimmed.size() - 2) == "\n\n") trimmed.pop_back();
  return trimmed + text.substr(start);
}

}  // namespace

TEST_CASE("the sessions of the README are true") {
  const std::vector<Example> examples = examples_of(CELLAR_SOURCE_DIR "/README.md");
  CHECK(examples.size() >= 2);
  for (const Example& example : examples) {
    INFO(example.command);
    CHECK(without_trailing_blanks(run(example.command)) == without_trailing_blanks(example.answer));
  }
}
