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
    {"protocol", {"refusal", "types"}},
    {"schema", {"refusal", "types"}},
    {"parser", {"refusal", "types"}},
    {"functions", {"refusal", "types", "schema"}},
    {"planner", {"refusal", "types", "schema", "parser", "functions"}},
    {"storage", {"refusal", "types", "schema"}},
    {"executor", {"refusal", "types", "schema", "parser", "functions", "planner", "storage"}},
    {"database", {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor"}},
    {"shell",
     {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor", "database"}},
    {"server",
     {"refusal", "types", "protocol", "schema", "parser", "functions", "planner", "storage", "executor",
      "database"}},
    {"client",
     {"refusal", "types", "protocol", "schema", "parser", "planner", "storage", "database", "shell"}},
    {"web",
     {"refusal", "types", "schema", "parser", "functions", "planner", "storage", "executor", "database",
      "shell"}},
    {"program",
     {"refusal", "types", "protocol", "schema", "parser", "functions", "planner", "storage", "executor",
      "database", "shell", "server", "client", "web"}},
};

/// The rooms of folders, from the lowest up: each includes those before it, and the sources beside them include all. The
/// room "" is that of the headers beside the sub-folders; where there is none, those headers include all, too.
const std::map<std::string, std::vector<std::string>> kRooms = {
    {"shell",
     {"connection", "files", "render", "teach", "copy", "move", "console", "completion", "editor", "check",
      "terminal"}},
    {"shell/copy", {"", "words", "times", "from", "to", "dump"}},
    {"shell/copy/from", {"values", ""}},
    {"shell/check", {"", "words", "grade", "readiness", "lesson"}},
    {"shell/check/grade", {"words", "layout", ""}},
    {"shell/console",
     {"words", "configuration", "output", "parameters", "", "report", "script", "help", "commands"}},
    {"shell/editor", {"words", "history", ""}},
    {"shell/render", {"", "words", "writers"}},
    {"shell/teach",
     {"", "words", "workload", "figure", "measure", "cells", "lint", "help", "lesson", "size", "advise",
      "matrix", "chebotko", "histogram", "ring", "timeline", "tombstones"}},
    {"shell/teach/cells", {"", "words"}},
    {"shell/completion", {"", "words"}},
    {"shell/terminal", {"", "words"}},
    {"shell/move", {"", "words"}},
    {"refusal", {"", "catalogue", "languages"}},
    {"refusal/languages", {"chinese", ""}},
    {"parser", {"script", "diagnosis", "statement", "shape", "grammar", "build"}},
    {"types", {"text", "", "number", "time", "value", "cpp"}},
    {"protocol", {"", "bytes", "compression", "frame", "segment", "type_option", "message", "stream"}},
    {"functions", {"", "number", "json"}},
    {"server", {"", "answer", "faults", "prepared", "state", "connection", "network"}},
    {"client", {"mirror", "", "topology", "load"}},
    {"web", {"http", "student", "notebook", "exercise", "teacher", "site", "wasm"}},
    {"planner",
     {"words", "access", "plan", "", "expression", "select", "definition", "write", "lint", "advise",
      "explain"}},
    {"planner/definition", {"", "options"}},
    {"executor", {"", "system", "select", "write", "copy"}},
    {"executor/select", {"bounds", ""}},
    {"storage/rows", {"", "read", "write"}},
    {"storage/system", {"", "browser"}},
    {"storage", {"system", "map", "format", "rows", "derived", "purge", "transaction", "verify"}},
    {"database",
     {"", "schema_store", "plans", "queues", "state", "results", "observe", "session", "statement"}},
    {"database/observe", {"words", ""}},
    {"program", {"words", "damage", "manual", "options", "", "subcommands"}},
    {"program/damage", {"", "words"}},
    {"program/manual", {"", "words"}},
};

bool is_source(const std::filesystem::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

/// Headers of other libraries for a build that lacks them: they include nothing of the house.
const std::string kStandIns = "web/wasm/include";

/// Returns the folders that have sources in sub-folders, by their paths from the root.
std::set<std::string> folders_with_rooms() {
  const std::filesystem::path root = CELLAR_SOURCE_DIR;
  std::set<std::string> folders;
  for (const auto& [library, allowed] : kMayInclude) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / library)) {
      const std::filesystem::path source = entry.path().lexically_relative(root);
      if (!is_source(source) || source.string().starts_with(kStandIns)) continue;
      for (std::filesystem::path room = source.parent_path(); room.has_parent_path();
           room = room.parent_path())
        folders.insert(room.parent_path().string());
    }
  }
  return folders;
}

/// Returns the names of the classes that a source defines outside of classes, functions and unnamed namespaces.
std::vector<std::string> classes_of(const std::filesystem::path& path) {
  const std::regex definition("(?:class|struct|union|enum class) ([A-Za-z]+)(?: final)?(?: :.*)? \\{.*");
  std::ifstream source(path);
  std::vector<std::string> names;
  bool is_unnamed = false;
  for (std::string line; std::getline(source, line);) {
    if (line == "namespace {") is_unnamed = true;
    if (line == "}  // namespace") is_unnamed = false;
    std::smatch match;
    if (!is_unnamed && std::regex_match(line, match, definition)) names.push_back(match[1]);
  }
  return names;
}

}  // namespace

TEST_CASE("no include points upward") {
  const std::filesystem::path root = CELLAR_SOURCE_DIR;
  const std::regex include("^\\s*#include \"([a-z_]+)/");
  const std::regex of_page("\"shell/(check|completion|connection|console|teach)/");
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
        // A cluster is one more Connection, and knows nothing else of the shell.
        if (folder == "client" && match[1] == "shell") CHECK(line.find("\"shell/connection/") != line.npos);
        if (folder == "client" && match[1] == "database")
          CHECK(line.find("\"database/prepared.h\"") != line.npos);
        if (folder == "client" && match[1] == "storage") CHECK(line.find("\"storage/system/") != line.npos);
        if (folder == "web" && match[1] == "shell") CHECK(std::regex_search(line, of_page));
      }
    }
  }
  CHECK(files > 50);
}

TEST_CASE(
    "only the parser sees the generated grammar, only the store LMDB, only the sockets of server and page "
    "Asio") {
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
        const std::string name = entry.path().filename().string();
        const bool is_of_browser = name.starts_with("browser_connection.") || name == "browser_stream.h";
        if (name != "network_threads.cpp" && name != "http_thread.cpp" && !is_of_browser)
          CHECK(line.find("#include <boost/asio") == line.npos);
        if (!is_of_browser) CHECK(line.find("#include <boost/beast") == line.npos);
      }
    }
  }
}

// The linker keeps one destructor of two classes with one name, and says nothing.
TEST_CASE("no name is that of two classes") {
  const std::filesystem::path root = CELLAR_SOURCE_DIR;
  std::map<std::string, std::string> places;
  for (const auto& [folder, allowed] : kMayInclude) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      // One build has one of the two sources of a name (storage/system/, storage/system/browser/).
      if (!is_source(entry.path()) || entry.path().parent_path().filename() == "browser") continue;
      for (const std::string& name : classes_of(entry.path())) {
        const auto [place, is_new] = places.emplace(name, entry.path().string());
        INFO(name << ": " << place->second << ", " << entry.path().string());
        CHECK(is_new);
      }
    }
  }
  CHECK(places.size() > 500);
}

TEST_CASE("each folder with sub-folders has an order of its rooms") {
  std::set<std::string> ordered;
  for (const auto& [folder, rooms] : kRooms) ordered.insert(folder);
  CHECK(folders_with_rooms() == ordered);
}

TEST_CASE("no include within a library points to a room above") {
  for (const auto& [library, rooms] : kRooms) {
    const std::filesystem::path root = std::filesystem::path(CELLAR_SOURCE_DIR) / library;
    const std::regex include("^\\s*#include \"" + library + "/(?:([a-z_]+)/)?");
    const bool has_public_headers = std::ranges::find(rooms, "") != rooms.end();
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::filesystem::path path = entry.path().lexically_relative(root);
      if (!is_source(path)) continue;
      const bool is_beside = !path.has_parent_path();
      if (is_beside && !(has_public_headers && path.extension() == ".h")) continue;
      const std::string room = is_beside ? "" : path.begin()->string();
      found.insert(room);
      const auto place = std::ranges::find(rooms, room);
      INFO(entry.path().string());
      REQUIRE(place != rooms.end());
      std::ifstream source(entry.path());
      std::string line;
      while (std::getline(source, line)) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        INFO(line);
        CHECK(std::find(rooms.begin(), place + 1, match[1].str()) != place + 1);
      }
    }
    INFO(library);
    CHECK(found.size() == rooms.size());
  }
}

/// Sources of the shell, beside the editor and the terminal, that know a terminal, standard input or signals.
const std::set<std::string> kKnowTerminal = {
    "files/wait_readable.cpp",  // lets the signals in that may ask to stop while it waits, so that none is missed
    "files/script_file.cpp",       // `-f -` is standard input
    "copy/from/import_files.cpp",  // COPY FROM '-' likewise; of devices, only terminals have rows
};

TEST_CASE(
    "of the shell, only the editor and the terminal know a terminal and signals, the editor no streams") {
  const std::filesystem::path shell = std::filesystem::path(CELLAR_SOURCE_DIR) / "shell";
  const std::regex of_process(
      "\\bFILE "
      "?\\*|\\b(stdout|stderr|getenv|setenv)\\b|\\b(printf|fprintf|dprintf|puts|fputs|fwrite|putchar)\\(|"
      "std::(cout|cerr)\\b");
  const std::regex of_terminal(
      "\\b(ioctl|isatty|tcgetattr|tcsetattr|sigaction|sigaddset|pthread_sigmask|STD(IN|OUT|ERR)_FILENO)\\b|"
      "std::signal\\b");
  std::size_t files = 0;
  std::set<std::string> excepted;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shell)) {
    const std::filesystem::path path = entry.path().lexically_relative(shell);
    if (!is_source(path) || *path.begin() == "terminal") continue;
    const bool is_of_editor = *path.begin() == "editor";
    ++files;
    std::ifstream source(entry.path());
    std::string line;
    while (std::getline(source, line)) {
      INFO(entry.path().string() << ": " << line);
      CHECK(!std::regex_search(line, of_process));
      if (!is_of_editor && std::regex_search(line, of_terminal)) excepted.insert(path.string());
    }
  }
  CHECK(files > 100);
  CHECK(excepted == kKnowTerminal);
}

TEST_CASE("of the store, only storage/system/ knows the system, and starts threads") {
  const std::filesystem::path storage = std::filesystem::path(CELLAR_SOURCE_DIR) / "storage";
  const std::regex of_system(
      "#include "
      "<(sys/[a-z]+\\.h|fcntl\\.h|unistd\\.h|c?signal(\\.h)?|pthread\\.h|dirent\\.h|time\\.h|thread)>|"
      "std::(j?thread|this_thread|async)\\b");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(storage)) {
    const std::filesystem::path path = entry.path().lexically_relative(storage);
    if (!is_source(path) || *path.begin() == "system") continue;
    std::ifstream source(entry.path());
    std::string line;
    while (std::getline(source, line)) {
      INFO(entry.path().string() << ": " << line);
      CHECK(!std::regex_search(line, of_system));
    }
  }
}
