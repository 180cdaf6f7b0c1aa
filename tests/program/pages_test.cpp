// The sessions of the README and of the pages in docs/, run again: what a page shows is what the program prints.
//
// A session is a block fenced with ```console: after `$ ` a command, to the end of its here-document if it has one; then what it
// prints. The commands of a page run one after another in one folder, which at first holds the CSV files and the exercises of
// examples/. How long
// something took is not compared. The README, which is read first, shows what is seen at a terminal of 100 columns; the
// other pages show what goes to a pipe, where no line is wrapped.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "process.h"
#include "terminal.h"

namespace {

struct Example {
  std::string command;
  std::string answer;
};

/// Blocks that name their file are those of the page that tests/applications/run reads, and runs.
bool begins_file(const std::filesystem::path& page, const std::string& line) {
  static const std::regex block("```[a-z]+ [^ ]+");
  return page.filename() == "testing-applications.md" && std::regex_match(line, block);
}

std::vector<Example> examples_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Example> examples;
  std::string line;
  bool in_block = false;
  bool in_document = false;
  bool in_file = false;
  while (std::getline(file, line)) {
    if (in_file || begins_file(path, line)) {
      in_file = line != "```";
    } else if (line.rfind("```", 0) == 0) {
      in_block = !in_block;
      INFO(path << ": a block that no test would read begins with " << line);
      CHECK(line == (in_block ? "```console" : "```"));
    } else if (in_document) {
      examples.back().command += line + "\n";
      in_document = line != "EOF";
    } else if (in_block && line.rfind("$ ", 0) == 0) {
      examples.push_back({line.substr(2) + "\n", ""});
      in_document = line.find("<<'EOF'") != line.npos;
    } else if (in_block) {
      REQUIRE_FALSE(examples.empty());
      examples.back().answer += line + "\n";
    }
  }
  return examples;
}

void write_command(const std::string& command, const TemporaryFolder& folder) {
  const std::string build = std::filesystem::path(CELLAR_PROGRAM).parent_path().string();
  const std::string enter = "PATH=" + build + ":$PATH\ncd '" + folder.path.string() + "'\nexec 2>&1\n";
  write_file(folder / ".command", enter + command);
}

std::string seen(const std::string& command, const TemporaryFolder& folder) {
  write_command(command, folder);
  TerminalSession terminal({.arguments = {folder / ".command"},
                            .folder = folder.path,
                            .size = {.rows = 48, .columns = 100},
                            .program = "/bin/sh"});
  terminal.wait_for_end();
  return terminal.all_text();
}

std::string printed(const std::string& command, const TemporaryFolder& folder) {
  write_command(command, folder);
  FILE* pipe = popen(("sh '" + (folder / ".command").string() + "'").c_str(), "r");
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

std::string without_times(const std::string& text) {
  static const std::regex time("in [0-9]+\\.[0-9]+ seconds");
  return std::regex_replace(text, time, "in some seconds");
}

std::string comparable(const std::string& text) { return without_times(without_trailing_blanks(text)); }

void copy_examples(const TemporaryFolder& folder) {
  std::filesystem::copy(CELLAR_SOURCE_DIR "/examples/exercises", folder.path / "exercises");
  for (const auto& entry : std::filesystem::directory_iterator(CELLAR_SOURCE_DIR "/examples")) {
    if (entry.path().extension() == ".csv") std::filesystem::copy(entry.path(), folder.path);
  }
}

/// The README, and the pages of docs/ in the order of their names.
std::vector<std::filesystem::path> pages() {
  const std::filesystem::path source = CELLAR_SOURCE_DIR;
  std::vector<std::filesystem::path> pages{source / "README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

}  // namespace

TEST_CASE("the sessions of the README and of the pages are true") {
  std::size_t pages_with_examples = 0;
  for (const std::filesystem::path& page : pages()) {
    const TemporaryFolder folder;
    copy_examples(folder);
    const std::vector<Example> examples = examples_of(page);
    if (!examples.empty()) ++pages_with_examples;
    const auto& run = page.filename() == "README.md" ? seen : printed;
    for (const Example& example : examples) {
      INFO(page << ": " << example.command);
      CHECK(comparable(run(example.command, folder)) == comparable(example.answer));
    }
  }
  CHECK(pages_with_examples >= 5);
}
