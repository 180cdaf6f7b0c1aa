// The prompt, at a terminal.
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "run_program.h"

namespace {

/// The program with a terminal of its own, typed to from here.
class Terminal {
 public:
  explicit Terminal(const ScratchFolder& folder) {
    winsize size = {};
    size.ws_row = 40;
    size.ws_col = 120;
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ != 0) return;
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    setenv("CELLAR_HISTORY", (folder.path / "history").c_str(), 1);
    setenv("NO_COLOR", "1", 1);
    setenv("TERM", "xterm", 1);
    execl(CELLAR_PROGRAM, CELLAR_PROGRAM, "db", nullptr);
    _exit(127);
  }
  ~Terminal() {
    close(terminal_);
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Types, then reads until `text` is on the screen; what was read since the last time.
  std::string type(const std::string& keys, const std::string& text) {
    REQUIRE(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
    return wait_for(text);
  }

  std::string wait_for(const std::string& text) {
    std::size_t found = std::string::npos;
    while ((found = screen_.find(text)) == std::string::npos && read_more()) {
    }
    INFO("on the screen: " << screen_);
    REQUIRE(found != std::string::npos);
    const std::string seen = screen_.substr(0, found + text.size());
    screen_.erase(0, seen.size());
    return seen;
  }

  /// Whether `text` is on the screen by now.
  bool shows(const std::string& text) {
    while (read_more(0)) {
    }
    return screen_.find(text) != std::string::npos;
  }

  int leave(const std::string& keys) {
    REQUIRE(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
    while (read_more()) {
    }
    int status = 0;
    waitpid(std::exchange(child_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  bool read_more(int wait = 60'000) {  // milliseconds: then the program hangs
    pollfd request = {terminal_, POLLIN, 0};
    if (poll(&request, 1, wait) <= 0) return false;
    char piece[4096];
    const ssize_t count = read(terminal_, piece, sizeof piece);
    if (count <= 0) return false;
    screen_.append(piece, static_cast<std::size_t>(count));
    return true;
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  std::string screen_;
};

const std::string kInterrupt = "\x03";
const std::string kEnd = "\x04";

void set_up(Terminal& terminal) {
  terminal.wait_for("cellar> ");
  terminal.type(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n",
      "\ncellar> ");
  terminal.type("USE k;\n", "\ncellar:k> ");
}

}  // namespace

TEST_CASE("a statement spans lines until its semicolon, a command ends with its line") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("CREATE TABLE t (p int PRIMARY KEY,\n", "\n   ... ");
  terminal.type("v text);\n", "cellar:k> ");
  terminal.type("BEGIN BATCH INSERT INTO t (p, v) VALUES (1, 'a');\n", "\n   ... ");
  terminal.type("APPLY BATCH;\n", "cellar:k> ");
  CHECK_THAT(terminal.type("SELECT * FROM t WHERE p = 1;\n", "cellar:k> "), Catch::Contains("(1 rows)"));
  CHECK_THAT(terminal.type("desc tables\n", "cellar:k> "), Catch::Contains("Keyspace k"));
  CHECK(terminal.leave("exit\n") == 0);
}

TEST_CASE("Ctrl-C drops what is being typed, Ctrl-D leaves") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("DROP KEYSPACE\n", "   ... ");
  terminal.type("k" + kInterrupt, "^C");
  terminal.wait_for("cellar:k> ");
  terminal.type("DROP KEYSPACE k" + kInterrupt, "^C");
  terminal.wait_for("cellar:k> ");
  CHECK_THAT(terminal.type("DESC KEYSPACES\n", "cellar:k> "), Catch::Contains("\nk\r\n"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a refusal at the prompt counts from the statement's own first line") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  CHECK_THAT(terminal.type("USE nosuch;\n", "cellar:k> "), Catch::Contains(" --> 1:5"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("what was typed is there the next time") {
  const ScratchFolder folder;
  {
    Terminal terminal(folder);
    set_up(terminal);
    CHECK(terminal.leave(kEnd) == 0);
  }
  Terminal terminal(folder);
  terminal.wait_for("cellar> ");
  terminal.type("\033[A", "USE k;");
  terminal.type("\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("HISTORY 2\n", "cellar:k> "), Catch::Contains("USE k;"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a long result stops between pages, and holds nobody up") {
  const ScratchFolder folder;
  std::string script = "USE k; CREATE TABLE t (p int, c int, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < 250; ++i) script += "INSERT INTO t (p, c) VALUES (1, " + std::to_string(i) + ");\n";
  folder.write("a.cql", script);
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("SOURCE 'a.cql'\n", "\ncellar:k> ");
  const std::string first = terminal.type("SELECT c FROM t WHERE p = 1;\n", "---MORE---");
  CHECK_THAT(first, Catch::Contains("\n 99\r\n") && !Catch::Contains(" 100\r\n"));
  // The snapshot is given back: another process may write meanwhile.
  CHECK(folder.run("db -k k -e 'DELETE FROM t WHERE p = 1 AND c = 249;'").status == 0);
  CHECK_THAT(terminal.type(" ", "---MORE---"), Catch::Contains(" 199\r\n"));
  CHECK_THAT(terminal.type("q", "cellar:k> "),
             Catch::Contains("(200 rows, stopped)") && !Catch::Contains(" 200\r\n"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a load shows how far it is, and takes that back") {
  const ScratchFolder folder;
  const std::string pipe = (folder.path / "load.cql").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("CREATE TABLE t (p int PRIMARY KEY, v text);\n", "\ncellar:k> ");
  terminal.type("SOURCE 'load.cql'\n", "\n");
  const int load = open(pipe.c_str(), O_WRONLY);
  REQUIRE(load >= 0);
  const std::string statement = "INSERT INTO t (p, v) VALUES (1, 'x');\n";
  while (!terminal.shows(" a second\033[K")) {
    REQUIRE(write(load, statement.data(), statement.size()) > 0);
    usleep(20'000);
  }
  const std::string line = terminal.wait_for(" a second\033[K");
  CHECK_THAT(line, Catch::Contains("\r-- ") && Catch::Contains(" statements, ") && !Catch::Contains("left"));
  // Before anything else is written, and at the end.
  const std::string refused = "USE nosuch;\n";
  REQUIRE(write(load, refused.data(), refused.size()) > 0);
  CHECK_THAT(terminal.wait_for("error[E201]"), Catch::EndsWith("\r\033[Kerror[E201]"));
  while (!terminal.shows(" a second\033[K")) {
    REQUIRE(write(load, statement.data(), statement.size()) > 0);
    usleep(20'000);
  }
  close(load);
  CHECK_THAT(terminal.wait_for("cellar:k> "), Catch::Contains(" a second\033[K\r\033[K"));
  CHECK(terminal.leave("exit\n") == 0);
}
