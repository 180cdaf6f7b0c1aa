// Scripts as people write them print in Cellar what they print in cqlsh: `record_scripts` has recorded scripts/NAME.txt from
// cqlsh 6.2 and Apache Cassandra 5.0.9. Where the two differ on purpose, deviations.txt has the lines of both, and why.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "run_program.h"

namespace {

using Lines = std::vector<std::string>;

const std::filesystem::path kFolder = std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/shell/cqlsh";

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string read_file(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// The class of an error in the words of cqlsh: its own refusals are those of syntax.
std::string class_of_cqlsh(const std::string& report) {
  const std::map<std::string, std::string> classes = {{":SyntaxException:", "syntax"},
                                                      {":InvalidRequest:", "invalid"},
                                                      {":ConfigurationException:", "config"},
                                                      {":AlreadyExists:", "already_exists"},
                                                      {":Invalid syntax at", "syntax"},
                                                      {":Incomplete statement", "syntax"},
                                                      {":Improper ", "syntax"}};
  for (const auto& [words, name] : classes) {
    if (report.find(words) != std::string::npos) return name;
  }
  return report;
}

/// What cqlsh has printed; of each error its class.
Lines recorded_lines(const std::string& name) {
  Lines lines;
  for (const std::string& line : lines_of(read_file(kFolder / "scripts" / (name + ".txt"))))
    lines.push_back(line.starts_with("!! ") ? "!! " + class_of_cqlsh(line) : line);
  return lines;
}

/// The same of Cellar, without its notices.
Lines lines_of_cellar(const std::string& name) {
  const ScratchFolder folder;
  folder.write(name + ".cql", read_file(kFolder / "scripts" / (name + ".cql")));
  const ProgramRun run = folder.run("--policy cassandra --diagnostics json -f " + name + ".cql 2>&1");
  Lines lines = lines_of(run.output);
  REQUIRE(!lines.empty());
  REQUIRE(lines.back().starts_with("-- "));  // how many statements ran
  lines.pop_back();
  Lines shown;
  for (const std::string& line : lines) {
    constexpr std::string_view kClass = R"("class":")";
    if (!line.starts_with(R"({"kind":)")) {
      shown.push_back(line);
    } else if (line.starts_with(R"({"kind":"error")")) {
      const std::size_t begin = line.find(kClass) + kClass.size();
      shown.push_back("!! " + line.substr(begin, line.find('"', begin) - begin));
    }
  }
  return shown;
}

/// The runs of lines in which two texts differ: "-" before those of the first, "+" before those of the second.
std::vector<Lines> differences(const Lines& left, const Lines& right) {
  std::vector<std::vector<std::size_t>> common(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = left.size(); i-- > 0;) {
    for (std::size_t j = right.size(); j-- > 0;)
      common[i][j] =
          left[i] == right[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::vector<Lines> found;
  bool is_within = false;
  const auto add = [&](std::string line) {
    if (!is_within) found.emplace_back();
    is_within = true;
    found.back().push_back(std::move(line));
  };
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    if (i < left.size() && j < right.size() && left[i] == right[j]) {
      is_within = false;
      ++i;
      ++j;
    } else if (j == right.size() || (i < left.size() && common[i + 1][j] >= common[i][j + 1])) {
      add("-" + left[i++]);
    } else {
      add("+" + right[j++]);
    }
  }
  return found;
}

/// A run of lines that differs on purpose.
struct Deviation {
  std::string script;
  std::string reason;
  Lines lines;
};

std::vector<Deviation> read_deviations() {
  std::vector<Deviation> deviations;
  for (const std::string& line : lines_of(read_file(kFolder / "deviations.txt"))) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with('-') || line.starts_with('+')) {
      REQUIRE(!deviations.empty());
      deviations.back().lines.push_back(line);
    } else {
      const std::size_t blank = std::min(line.find(' '), line.size());
      deviations.push_back({line.substr(0, blank), line.substr(std::min(blank + 1, line.size())), {}});
    }
  }
  return deviations;
}

std::vector<std::string> names_of_scripts() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder / "scripts")) {
    if (entry.path().extension() == ".cql") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("scripts of people print what they print in cqlsh, but for the listed deviations") {
  const std::vector<Deviation> deviations = read_deviations();
  const std::string documented = read_file(std::filesystem::path(CELLAR_SOURCE_DIR) / "docs/deviations.md");
  std::map<std::string, std::vector<const Deviation*>> by_script;
  for (const Deviation& deviation : deviations) {
    by_script[deviation.script].push_back(&deviation);
    INFO(deviation.script);
    constexpr std::string_view kDocument = "docs/deviations.md: ";
    REQUIRE(deviation.reason.starts_with(kDocument));
    CHECK(documented.find("| " + deviation.reason.substr(kDocument.size()) + " |") != std::string::npos);
  }
  const std::vector<std::string> names = names_of_scripts();
  REQUIRE(names.size() == 20);
  std::string fresh;  // for deviations.txt
  for (const std::string& name : names) {
    INFO(name);
    const std::vector<Lines> found = differences(recorded_lines(name), lines_of_cellar(name));
    const std::vector<const Deviation*> listed = by_script[name];
    by_script.erase(name);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string reason = i < listed.size() ? listed[i]->reason : "(the reason is missing)";
      fresh += "\n" + name + " " + reason + "\n" + joined(found[i]);
      CHECK(joined(found[i]) == (i < listed.size() ? joined(listed[i]->lines) : ""));
    }
    CHECK(found.size() == listed.size());
  }
  CHECK(by_script.empty());  // no deviation of a script that is not there
  if (std::getenv("CELLAR_UPDATE") == nullptr) return;
  std::ofstream file(kFolder / "deviations.txt", std::ios::binary);
  file << "# Where Cellar prints other lines than cqlsh for a script: its name and the reason, then the "
          "lines that cqlsh\n"
          "# printed (-) and those that Cellar prints (+). `!! CLASS` is an error. CELLAR_UPDATE=1 writes it "
          "anew.\n"
       << fresh;
}
