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

/// The folders that a line of a document has named so far.
class NamedFolders {
 public:
  /// Takes a path from the root, or one within a folder of the line. Returns true if something is there.
  bool take(const std::string& name) {
    std::filesystem::path path;
    if (is_from_root(name)) {
      folders_.clear();
      path = kRoot / name;
    } else {
      path = find(name);
    }
    if (path.empty() || !std::filesystem::exists(path)) return false;
    folders_.push_back(std::filesystem::is_directory(path) ? path : path.parent_path());
    return true;
  }
  /// Returns true if a file of this name is in one of the folders, or anywhere if there are none.
  bool have(const std::string& file) const {
    if (!folders_.empty()) return !find(file).empty();
    static const std::set<std::string> all = names_of_sources();
    return all.count(file) == 1;
  }

  static bool is_from_root(const std::string& name) {
    const std::size_t slash = name.find('/');
    return slash != name.npos && std::filesystem::is_directory(kRoot / name.substr(0, slash));
  }

 private:
  std::filesystem::path find(const std::string& name) const {
    for (const std::filesystem::path& folder : folders_)
      if (std::filesystem::exists(folder / name)) return folder / name;
    return {};
  }
  static std::set<std::string> names_of_sources() {
    std::set<std::string> names;
    for (const auto& top : std::filesystem::directory_iterator(kRoot)) {
      const std::string name = top.path().filename().string();
      if (!top.is_directory() || name == "build" || name.starts_with('.')) continue;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(top.path()))
        names.insert(entry.path().filename().string());
    }
    return names;
  }

  std::vector<std::filesystem::path> folders_;  // the last one from the root, then those within
};

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

// `database/queues/workers.h`, `request_budget.h`: the second one is in the folder of the first.
TEST_CASE("files that the documents name without their folder are in a folder that the line names before") {
  const std::regex quoted("`([A-Za-z0-9_./-]+)`");
  std::size_t files = 0;
  for (const std::filesystem::path& document : documents()) {
    for (const std::string& line : lines_of_file(document)) {
      NamedFolders folders;
      for (std::sregex_iterator found(line.begin(), line.end(), quoted), end; found != end; ++found) {
        const std::string name = (*found)[1];
        const bool is_source = name.ends_with(".h") || name.ends_with(".cpp");
        if (name.starts_with("build/")) continue;
        if (NamedFolders::is_from_root(name) || !is_source) {
          if (name.find('/') != name.npos) folders.take(name);
          continue;
        }
        ++files;
        INFO(document << ": " << name << " in: " << line);
        CHECK(folders.have(name));
      }
    }
  }
  CHECK(files > 40);
}

/// The words of all sources of the program, and of what builds it.
std::set<std::string> words_of_tree() {
  const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
  std::set<std::string> words;
  for (const auto& top : std::filesystem::directory_iterator(kRoot)) {
    const std::string folder = top.path().filename().string();
    if (!top.is_directory() || folder == "build" || folder == "docs" || folder.starts_with('.')) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top.path())) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with(".h") && !name.ends_with(".cpp") && name != "CMakeLists.txt") continue;
      for (const std::string& line : lines_of_file(entry.path()))
        words.insert(std::sregex_token_iterator(line.begin(), line.end(), word),
                     std::sregex_token_iterator());
    }
  }
  return words;
}

// `ShortWay`, `SessionShapes::find`, `Result(columns, rows)`
TEST_CASE("the functions and classes that the documents about the sources name are there") {
  const std::regex quoted(R"re(`([A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)*)(?:\([^`]*\))?`)re");
  const std::regex part("[A-Za-z_][A-Za-z0-9_]*");
  const std::set<std::string> words = words_of_tree();
  std::size_t names = 0;
  for (const char* const document : {"docs/architecture.md", "docs/life-of-a-query.md"}) {
    for (const std::string& line : lines_of_file(kRoot / document)) {
      for (std::sregex_iterator found(line.begin(), line.end(), quoted), end; found != end;
           ++found, ++names) {
        const std::string name = (*found)[1];
        for (std::sregex_iterator each(name.begin(), name.end(), part); each != end; ++each) {
          INFO(document << ": " << name << " in: " << line);
          CHECK(words.count((*each)[0]) == 1);
        }
      }
    }
  }
  CHECK(names > 200);
}

/// Returns the sub-folders with sources that are rooms of a folder; tables of words are none.
std::set<std::string> rooms_of(const std::filesystem::path& folder) {
  std::set<std::string> rooms;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::filesystem::path path = entry.path().lexically_relative(folder);
    const bool is_source = path.extension() == ".h" || path.extension() == ".cpp";
    if (is_source && path.has_parent_path() && *path.begin() != "words") rooms.insert(path.begin()->string());
  }
  return rooms;
}

// | `types/` | ... `value/`: check, compare ...
// | - `shell/copy/` | ... `from/`: COPY FROM ...
TEST_CASE("the row of each folder of the house names its rooms") {
  const std::regex row("^\\| (?:- )?`([a-z_/]+)/` \\|.*");
  std::set<std::string> folders, rooms_of_shell;
  for (const std::string& line : lines_of_file(kRoot / "docs/architecture.md")) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    const std::string folder = match[1];
    folders.insert(folder);
    if (folder.starts_with("shell/")) rooms_of_shell.insert(folder.substr(folder.find('/') + 1));
    if (folder == "shell" || folder == "tests" || folder == "cmake") continue;
    for (const std::string& room : rooms_of(kRoot / folder)) {
      INFO(folder << ": " << room);
      CHECK(line.find("`" + room + "/`") != line.npos);
    }
  }
  CHECK(rooms_of_shell == rooms_of(kRoot / "shell"));
  CHECK(folders.size() > 25);
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
