// Results that are too long and too wide for a terminal, as they are seen at one.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"
#include "terminal.h"

namespace {

constexpr int kManyRows = 1'000'000;
constexpr int kManyColumns = 10'000;

TerminalStart start_in(const TemporaryFolder& folder) {
  return {.arguments = {"db", "-k", "k"},
          .folder = folder.path,
          .environment = {{"CELLAR_HISTORY", (folder / "history").string()}}};
}

void run_script(const TemporaryFolder& folder, const std::string& script) {
  write_file(folder / "script.cql", script);
  const Outcome outcome = run_cellar({(folder / "db").string(), "-f", (folder / "script.cql").string()});
  INFO(outcome.errors);
  REQUIRE(outcome.status == 0);
}

const std::string kKeyspace =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";

void leave(TerminalSession& terminal) {
  terminal.type("EXIT\n");
  CHECK(terminal.wait_for_end() == 0);
}

/// Waits until so many more lines have scrolled off the screen.
void wait_for_lines(TerminalSession& terminal, std::size_t lines) {
  const std::size_t wanted = terminal.screen().scrolled() + lines;
  terminal.wait_until("a long result",
                      [wanted](const TerminalScreen& screen) { return screen.scrolled() > wanted; });
}

/// Reads a pipe up to a text, or to its end.
std::string read_until(int descriptor, std::string_view text) {
  std::string read_text;
  while (read_text.find(text) == std::string::npos) {
    pollfd request = {descriptor, POLLIN, 0};
    poll(&request, 1, 100);
    char piece[4096];
    const ssize_t count = read(descriptor, piece, sizeof piece);
    if (count == 0 && !read_text.empty()) break;
    if (count > 0) read_text.append(piece, static_cast<std::size_t>(count));
  }
  return read_text;
}

/// The number before `word` in the last line that has it.
int number_before(const std::string& text, const std::string& word) {
  const std::size_t end = text.rfind(word);
  REQUIRE(end != std::string::npos);
  const std::size_t begin = text.find_last_not_of("0123456789", end - 1) + 1;
  return std::stoi(text.substr(begin, end - begin));
}

}  // namespace

TEST_CASE("a million rows are paged, and stopped by q and by Ctrl-C in each form") {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < kManyRows; ++i) rows += "1," + std::to_string(i) + "\n";
  write_file(folder / "rows.csv", rows);
  run_script(folder, kKeyspace + "CREATE TABLE k.t (p int, n int, PRIMARY KEY (p, n));\nCOPY k.t FROM '" +
                         (folder / "rows.csv").string() + "';\n");
  TerminalSession terminal(start_in(folder));
  terminal.wait_for_prompt();
  const std::string kSelect = "SELECT * FROM t WHERE p = 1;\n";

  terminal.type("PAGING 50\n" + kSelect);
  terminal.wait_for(" 49\n---MORE---");
  for (int page = 1; page < 10; ++page) {
    terminal.type(" ");
    terminal.wait_for(" " + std::to_string(50 * page + 49) + "\n---MORE---");
  }
  terminal.type("q");
  terminal.wait_for("(500 rows, stopped)");
  terminal.wait_for_prompt();

  terminal.type("PAGING OFF\n" + kSelect);
  wait_for_lines(terminal, 1000);
  terminal.press("Ctrl-C");
  terminal.wait_for(" rows, stopped)");
  terminal.wait_for_prompt();
  CHECK(number_before(terminal.text(), " rows, stopped)") < kManyRows);

  // A terminal drops what it has not shown yet at Ctrl-C. A pipe shows what was written, and is full when it comes.
  REQUIRE(mkfifo((folder / "rows").c_str(), 0600) == 0);
  const int rows_end = open((folder / "rows").c_str(), O_RDONLY | O_NONBLOCK);
  terminal.type("MODE json\nOUTPUT 'rows'\n" + kSelect);
  std::string json = read_until(rows_end, "}");
  terminal.press("Ctrl-C");
  json += read_until(rows_end, "\n]\n");
  close(rows_end);
  terminal.wait_for("-- stopped: the result has more than these ");
  terminal.wait_for_prompt();
  const std::size_t rows_written = nlohmann::json::parse(json).size();
  CHECK(static_cast<int>(rows_written) == number_before(terminal.text(), " rows\n"));
  CHECK(rows_written < kManyRows);
  leave(terminal);
}

TEST_CASE("results that go to a file leave the greeting and the prompt on the terminal") {
  const TemporaryFolder folder;
  TerminalStart start = start_in(folder);
  start.program = "/bin/sh";
  start.arguments = {"-c", "exec '" CELLAR_PROGRAM "' > results"};
  TerminalSession terminal(start);
  terminal.wait_for("HELP shows the way");
  terminal.wait_for("cellar> ");
  terminal.type("SELECT key FROM system.local;\nEXIT\n");
  CHECK(terminal.wait_for_end() == 0);
  CHECK(read_file(folder / "results") == "\n key\n-------\n local\n\n(1 rows)\n");
}

TEST_CASE("a table of ten thousand columns is read at a terminal") {
  const TemporaryFolder folder;
  std::string create = "CREATE TABLE k.wide (id int PRIMARY KEY";
  for (int i = 1; i < kManyColumns; ++i) create += ", column_" + std::to_string(i) + " int";
  run_script(folder, kKeyspace + create + ");\nINSERT INTO k.wide (id, column_9999) VALUES (1, 7);\n");
  TerminalSession terminal(start_in(folder));
  terminal.wait_for_prompt();
  terminal.type("SELECT * FROM wide WHERE id = 1;\n");
  terminal.wait_for("(1 rows; the first 7 of 10000 columns are shown");
  terminal.wait_for_prompt();
  terminal.type("EXPAND ON\nSELECT * FROM wide WHERE id = 1;\n");
  terminal.wait_for(" column_9999 | 7\n");
  terminal.wait_for_prompt();
  terminal.type("SELECT column_99");
  terminal.press("Tab");
  terminal.press("Ctrl-C");
  terminal.wait_for_prompt();
  leave(terminal);
}
