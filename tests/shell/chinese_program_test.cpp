// Under --language zh nothing that the program shows is English, but CQL, codes, and names.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "chinese_screen.h"
#include "run_program.h"

using namespace cellar;

namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The words of the statements of a script, which its answers may repeat. Comments are no statements.
std::set<std::string> words_of_statements(const std::string& script) {
  std::set<std::string> words;
  std::istringstream lines(script);
  const std::regex word("[a-z]{2,}");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("--")) continue;
    std::ranges::transform(line, line.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (std::sregex_iterator at(line.begin(), line.end(), word), end; at != end; ++at)
      words.insert(at->str());
  }
  return words;
}

/// Numbers that are others in each run.
std::string steady(std::string text) {
  const std::pair<const char*, const char*> changes[] = {
      {"[0-9]+(\\.[0-9]+)? ms\\b", "N ms"},
      {"[0-9]+\\.[0-9]+ s\\b", "N s"},
      {"[0-9]+\\.[0-9]+ (seconds|秒)", "N $1"},
      {"[0-9a-f]{8}-[0-9a-f-]{27}", "ID"},
      {" +[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\\.[0-9]{6} \\| +[0-9]+", " TIME | N"},
      {"-+\\+-+\\+-+", "---+---+---"},
      {"\n +(\\S[^\n|]*) \\| TIME", "\n $1 | TIME"},
      {"(activity) +(\\| timestamp) +(\\| source_elapsed)", "$1 $2 $3"},
      {"Cellar [0-9.]+", "Cellar VERSION"}};
  for (const auto& [pattern, by] : changes) text = std::regex_replace(text, std::regex(pattern), by);
  const std::string program = CELLAR_PROGRAM;
  for (std::size_t at = 0; (at = text.find(program, at)) != text.npos;)
    text.replace(at, program.size(), "cellar");
  return text;
}

struct Screen {
  const char* title;
  const char* arguments;
  const char* script;  // a.cql
};

constexpr const char* kTables =
    "CLOCK '2025-01-01T00:00:00Z' STEP 1ms\n"
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE shop;\n"
    "CREATE TABLE posts (author text, id int, body text, tags set<text>, PRIMARY KEY (author, id));\n"
    "INSERT INTO posts (author, id, body, tags) VALUES ('ann', 1, 'hello', {'a'});\n"
    "INSERT INTO posts (author, id, body) VALUES ('ann', 2, 'bye') USING TTL 60;\n"
    "DELETE FROM posts WHERE author = 'ann' AND id < 1;\n";

/// Each display and report, in English and in Chinese below it.
const Screen kScreens[] = {
    {"EXPLAIN of reads", "-f a.cql",
     "EXPLAIN SELECT * FROM posts WHERE author = 'ann' AND id = 1;\n"
     "EXPLAIN SELECT * FROM posts WHERE author = 'ann' AND id > 1 ORDER BY id DESC LIMIT 2;\n"
     "EXPLAIN SELECT * FROM posts WHERE author IN ('ann', 'bob') ORDER BY id;\n"
     "EXPLAIN SELECT * FROM posts WHERE token(author) > 5 PER PARTITION LIMIT 1 ALLOW FILTERING;\n"
     "EXPLAIN SELECT DISTINCT author FROM posts;\n"
     "EXPLAIN SELECT author, count(*) FROM posts GROUP BY author;\n"
     "EXPLAIN SELECT count(*) FROM posts WHERE author = 'ann' LIMIT 1;\n"
     "EXPLAIN SELECT * FROM posts WHERE author = 'ann' AND body = 'x' ALLOW FILTERING;\n"
     "EXPLAIN SELECT * FROM posts WHERE body = 'x';\n"
     "EXPLAIN SELECT * FROM posts WHERE author = 'ann' ORDER BY body;\n"
     "EXPLAIN SELECT * FROM system.local;\n"},
    {"EXPLAIN of writes", "-f a.cql",
     "EXPLAIN INSERT INTO posts (author, id, body, tags) VALUES ('ann', 1, null, {'x'});\n"
     "EXPLAIN UPDATE posts USING TTL 60 AND TIMESTAMP 5 SET tags = tags - {'x'} WHERE author = 'ann' AND id "
     "= 1;\n"
     "EXPLAIN UPDATE posts SET body = 'x' WHERE author = 'ann' AND id = 1 IF EXISTS;\n"
     "EXPLAIN DELETE FROM posts WHERE author = 'ann' AND id > 1;\n"
     "EXPLAIN DELETE FROM posts WHERE author = 'ann';\n"
     "EXPLAIN DELETE body, tags FROM posts WHERE author = 'ann' AND id = 1;\n"
     "EXPLAIN BEGIN BATCH INSERT INTO posts (author, id) VALUES ('a', 1);\n"
     "  INSERT INTO posts (author, id) VALUES ('b', 1); APPLY BATCH;\n"},
    {"EXPLAIN ANALYZE", "-f a.cql",
     "EXPLAIN ANALYZE (TIMING OFF) SELECT * FROM posts WHERE author = 'ann';\n"
     "EXPLAIN ANALYZE (TIMING OFF) UPDATE posts SET body = 'x' WHERE author = 'ann' AND id = 1 IF EXISTS;\n"
     "EXPLAIN ANALYZE (TIMING OFF) INSERT INTO posts (author, id) VALUES ('ann', 3);\n"},
    {"TRACING", "-f a.cql",
     "TRACING on\n"
     "SELECT * FROM posts WHERE author = 'ann';\n"
     "INSERT INTO posts (author, id) VALUES ('ann', 9);\n"
     "SELECT * FROM nothing;\n"},
    {"TIMING, and results", "-f a.cql",
     "TIMING on\n"
     "SELECT id FROM posts WHERE author = 'ann';\n"
     "EXPAND on\n"
     "SELECT id FROM posts WHERE author = 'ann';\n"},
    {"ADVISE", "-f a.cql",
     "ADVISE SELECT * FROM posts WHERE body = 'x';\n"
     "ADVISE SELECT * FROM posts WHERE author = 'ann' AND id > 3 ORDER BY id DESC;\n"
     "ADVISE SELECT * FROM posts WHERE body = 'x' APPLY;\n"
     "ADVISE SELECT * FROM posts WHERE body = 'x' APPLY;\n"},
    {"CELLS and MAP", "-f a.cql", "CELLS posts\nCELLS HEX posts LIMIT 1\nMAP posts\n"},
    {"SIZE, HISTOGRAM and TOMBSTONES", "-f a.cql",
     "SIZE posts\nSIZE posts ROWS 200000 body=1000\nHISTOGRAM posts\nTOMBSTONES posts\n"
     "ADVANCE 11d\nTOMBSTONES posts\n"},
    {"RING", "-f a.cql",
     "RING 4 RF 2 ADD posts WHERE author = 'ann'\nRING 3 VNODES 4 ADD posts\nRING 2 WRITES 'writes.cql'\n"},
    {"MATRIX and CHEBOTKO", "-f a.cql",
     "MATRIX 'queries.cql'\nCHEBOTKO\nCHEBOTKO 'queries.cql'\nCHEBOTKO 'queries.cql' SVG 'model.svg'\n"},
    {"TIMELINE", "-f a.cql",
     "TIMELINE\nTIMELINE posts WHERE author = 'ann'\n"
     "INSERT INTO posts (author, id, body, tags) VALUES ('ann', 1, 'again', {'b'});\n"
     "UPDATE posts USING TIMESTAMP 1 SET body = 'late' WHERE author = 'ann' AND id = 1;\n"
     "DELETE body FROM posts WHERE author = 'ann' AND id = 1;\n"
     "DELETE FROM posts WHERE author = 'ann' AND id = 2;\n"
     "DELETE FROM posts WHERE author = 'ann' AND id > 8;\n"
     "DELETE FROM posts WHERE author = 'ann';\n"
     "TIMELINE\n"},
    {"COPY and DUMP", "-f a.cql",
     "COPY posts TO 'posts.csv';\nTRUNCATE posts;\nCOPY posts FROM 'posts.csv';\nDUMP 'shop.cql'\n"},
    {"COPY with rows that are refused", "-f a.cql", "COPY posts (author, id) FROM 'bad.csv';\n"},
    {"DESCRIBE, LINT and SHOW", "-f a.cql",
     "DESCRIBE TABLES;\nDESCRIBE CLUSTER;\nLINT\nLINT posts\nSHOW VERSION\n"},
    {"notices that come again", "-f a.cql",
     "SELECT * FROM posts WHERE author = 'ann' ORDER BY id DESC;\n"
     "SELECT * FROM posts WHERE author = 'bob' ORDER BY id DESC;\n"},
    {"a script that stops", "--stop-on-error -f a.cql", "SELECT * FROM nothing;\nSELECT * FROM posts;\n"},
    {"a script that is tried", "--dry-run -f a.cql", "SELECT * FROM posts;\nCAPTURE\n"},
    {"a script with an open quote", "-f a.cql",
     "INSERT INTO posts (author, id, body) VALUES ('ann', 5, 'it's');\n"
     "INSERT INTO posts (author, id, body) VALUES ('ann', 6, 'x');\n"},
    {"the prompt", "-t --no-color < typed", ""},
    {"a lesson", "-t --no-color < typed",
     "LEARN\nLEARN L1\nNEXT\nSKIP\nNEXT\nCREATE TABLE house.events (what text PRIMARY KEY, door text, hour "
     "int, minute "
     "int);\nWHY\nBACK\nBACK\n"
     "LEARN OFF\n"},
    {"the prompt with a file", "new.cellar -t --no-color < typed", ""},
    {"cellar check", "check --summary a.cql", "--| x\nSELECT * FROM posts;\n--> rows\n--| id\nSELECT 1\n"},
    {"cellar lint", "lint a.cql", "SELECT * FROM nothing;\n"},
    {"cellar readiness", "readiness shop.cellar a.cql", "SELECT * FROM posts;\nTRUNCATE posts;\n"},
    {"cellar verify", "verify shop.cellar", ""},
    {"cellar --help", "--help", ""},
    {"cellar --help-all", "--help-all", ""},
    {"cellar check --help", "check --help", ""},
    {"cellar serve --help", "serve --help", ""},
    {"an unknown option", "--hlep", ""},
    {"a value that an option does not take", "--policy strict", ""},
    {"a value that is missing", "-k", ""},
    {"an argument that is missing", "check", ""},
    {"a number that is none", "serve --port many", ""},
    {"options that need another", "--skip-rows 3", ""},
    {"a word too many", "a b.cql", ""},
    {"a server's address", "127.0.0.1 9042", ""},
};

std::string run_screen(const Screen& screen, const std::string& language) {
  const ScratchFolder folder;
  folder.write("a.cql", kTables + std::string(screen.script));
  folder.write("typed", "SELECT now FROM nothing\n");
  folder.write("bad.csv", "ann,7\nann,x7\n");
  folder.write("queries.cql",
               "SELECT id FROM posts WHERE author = ?;\nSELECT id FROM posts WHERE body = ?;\n"
               "SELECT body FROM posts WHERE author = ? ORDER BY id DESC LIMIT 1;\nTRUNCATE posts;\n");
  folder.write("writes.cql",
               "INSERT INTO posts (author, id) VALUES ('ann', 1) USING TIMESTAMP 1735725600000000;\n"
               "INSERT INTO posts (author, id) VALUES ('bob', 1) USING TIMESTAMP 1735725600000000;\n"
               "INSERT INTO posts (author, id) VALUES ('ann', 2) USING TIMESTAMP 1735729200000000;\n"
               "USE shop;\n");
  if (std::string_view(screen.arguments).find("shop.cellar") != std::string_view::npos)
    folder.run("shop.cellar -f a.cql");
  const ProgramRun run = folder.run(std::string(screen.arguments) + " --language " + language);
  return steady(run.output + run.errors);
}

/// Where options come first, the language does, too.
std::string run_screen_of(const Screen& screen, const std::string& language) {
  const std::string_view arguments = screen.arguments;
  const bool is_command = arguments.starts_with("check") || arguments.starts_with("lint") ||
                          arguments.starts_with("verify") || arguments.starts_with("serve");
  if (!is_command && arguments.find('<') == arguments.npos && arguments != "-k")
    return run_screen(screen, language);
  const std::string before = "--language " + language + " " + screen.arguments;
  const Screen named{screen.title, before.c_str(), screen.script};
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      (is_command && arguments.starts_with("check") ? std::string() : std::string(kTables)) + named.script);
  folder.write("typed", *screen.script == 0 ? "SELECT now FROM nothing\n" : screen.script);
  if (arguments.starts_with("verify")) folder.run("shop.cellar -f a.cql");
  const ProgramRun run = folder.run(named.arguments);
  return steady(run.output + run.errors);
}

}  // namespace

TEST_CASE("displays and reports of the program in English and Chinese are the reviewed ones") {
  std::string screens;
  for (const Screen& screen : kScreens) {
    screens += "=== " + std::string(screen.title) + "\n" + run_screen_of(screen, "en");
    const std::string chinese = run_screen_of(screen, "zh");
    screens += "--- zh\n" + chinese;
    INFO(screen.title << ":\n" << chinese);
    CHECK(english_in(chinese, words_of_statements(std::string(kTables) + screen.script + screen.arguments)) ==
          std::vector<std::string>());
  }
  const std::string path = CELLAR_SOURCE_DIR "/tests/shell/screens.txt";
  if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(path) << screens;
  INFO(path << " is not as the program: CELLAR_UPDATE=1 shell_test writes it anew");
  CHECK((content_of(path) == screens));
}

TEST_CASE("no answer to the scripts of the tests is English under --language zh") {
  std::vector<std::filesystem::path> scripts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CELLAR_SOURCE_DIR "/tests/cql"))
    if (entry.path().extension() == ".cql") scripts.push_back(entry.path());
  std::ranges::sort(scripts);
  CHECK(scripts.size() > 300);
  const ScratchFolder folder;
  for (const std::filesystem::path& script : scripts) {
    std::string text = content_of(script);
    folder.write("a.cql",
                 "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', "
                 "'replication_factor': 1};\nUSE conformance;\n" +
                     text);
    const ProgramRun run = folder.run("--language zh --notices on -f a.cql");
    std::set<std::string> names = words_of_statements(text);
    names.insert("conformance");
    INFO(script << ":\n" << run.output << run.errors);
    CHECK(english_in(run.output + run.errors, names) == std::vector<std::string>());
  }
}
