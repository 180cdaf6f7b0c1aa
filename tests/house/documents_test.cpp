// What the documents point to exists, and the README stays a page that is read.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

const std::filesystem::path kRoot = CELLAR_SOURCE_DIR;

std::vector<std::string> lines_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::filesystem::path> documents() {
  std::vector<std::filesystem::path> paths{kRoot / "README.md", kRoot / "CONTRIBUTING.md",
                                           kRoot / "tests/README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  return paths;
}

std::size_t columns_of(const std::string& line) {
  return std::ranges::count_if(line, [](unsigned char byte) { return (byte & 0xC0) != 0x80; });
}

/// The name that a link calls a heading by: `## The library` is `the-library`.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    if (c == ' ') anchor += '-';
    if (c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)))
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

bool has_heading(const std::filesystem::path& document, const std::string& anchor) {
  return std::ranges::any_of(lines_of_file(document), [&](const std::string& line) {
    return line.starts_with('#') && anchor_of(line) == anchor;
  });
}

}  // namespace

TEST_CASE("the links of the documents lead somewhere") {
  const std::regex link(R"re(\]\(([^)#\s]*)(?:#([^)\s]*))?\))re");
  std::size_t links = 0;
  for (const std::filesystem::path& document : documents()) {
    for (const std::string& line : lines_of_file(document)) {
      for (std::sregex_iterator found(line.begin(), line.end(), link), end; found != end; ++found, ++links) {
        if ((*found)[1].str().starts_with("http")) continue;
        const std::filesystem::path target =
            (*found)[1].length() == 0 ? document : document.parent_path() / (*found)[1].str();
        INFO(document << ": " << (*found)[0]);
        CHECK(std::filesystem::exists(target));
        CHECK(((*found)[2].length() == 0 || has_heading(target, (*found)[2])));
      }
    }
  }
  CHECK(links > 10);
}

TEST_CASE("the files of the project that the documents name are there") {
  const std::regex path(R"re(`([a-z]+/[A-Za-z0-9_./-]*))re");
  std::size_t paths = 0;
  for (const std::filesystem::path& document : documents()) {
    for (const std::string& line : lines_of_file(document)) {
      for (std::sregex_iterator found(line.begin(), line.end(), path), end; found != end; ++found) {
        const std::string name = (*found)[1];
        const std::string folder = name.substr(0, name.find('/'));
        if (folder == "build" || !std::filesystem::is_directory(kRoot / folder)) continue;
        if (name.find("NAME") != name.npos) continue;
        ++paths;
        INFO(document << ": " << name);
        CHECK((std::filesystem::exists(kRoot / name) ||
               std::filesystem::exists(document.parent_path() / name)));
      }
    }
  }
  CHECK(paths > 200);
}

TEST_CASE("the README is read on three screens, and its examples fit a terminal of 100 columns") {
  const std::vector<std::string> lines = lines_of_file(kRoot / "README.md");
  CHECK(lines.size() <= 130);
  CHECK(std::ranges::find(lines, "## Start") < lines.begin() + 60);
  bool in_block = false;
  for (const std::string& line : lines) {
    if (line.starts_with("```")) in_block = !in_block;
    INFO(line);
    CHECK((!in_block || columns_of(line) <= 100));
  }
}
