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
  enum class Colours { no, yes };

  /// A null `kind` leaves TERM unset.
  explicit Terminal(const ScratchFolder& folder, Colours colours = Colours::no, const char* kind = "xterm") {
    winsize size = {};
    size.ws_row = 40;
    size.ws_col = 120;
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ != 0) return;
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    setenv("CELLAR_HISTORY", (folder.path / "history").c_str(), 1);
    colours == Colours::no ? setenv("NO_COLOR", "1", 1) : unsetenv("NO_COLOR");
    kind != nullptr ? setenv("TERM", kind, 1) : unsetenv("TERM");
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
      // Asks the terminal to mark pastes: it stands before the prompt, and shows nothing.
      constexpr std::string_view kMarkPastes = "\033[?2004h";
      for (std::size_t at = 0; (at = screen_.find(kMarkPastes)) != std::string::npos;)
        screen_.erase(at, kMarkPastes.size());
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
    INFO("on the screen: " << screen_);
    REQUIRE(is_closed_);  // or the program would be waited for without end
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
    is_closed_ = count <= 0;
    if (is_closed_) return false;
    screen_.append(piece, static_cast<std::size_t>(count));
    return true;
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  bool is_closed_ = false;  // by the program
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
  terminal.type("CREATE TABLE t (p int PRIMARY KEY,\n", "\n     (... ");
  terminal.type("v text);\n", "cellar:k> ");
  terminal.type("BEGIN BATCH INSERT INTO t (p, v) VALUES (1, 'a');\n", "\n batch... ");
  terminal.type("APPLY BATCH;\n", "cellar:k> ");
  CHECK_THAT(terminal.type("SELECT * FROM t WHERE p = 1;\n", "cellar:k> "), Catch::Contains("(1 rows)"));
  CHECK_THAT(terminal.type("desc tables\n", "cellar:k> "), Catch::Contains("\nt"));
  CHECK(terminal.leave("exit\n") == 0);
}

TEST_CASE("a quote that is left open is named as soon as a line ends with a semicolon") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("SELECT 'it's';\n", "\n     '... ");
  terminal.wait_for("-- a single quote is still open: ' closes it");
  terminal.type(kInterrupt, "cellar:k> ");
  terminal.type("SELECT \"it;\n", "\n     \"... ");
  terminal.wait_for("-- a double quote is still open");
  terminal.type(kInterrupt, "cellar:k> ");
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("Ctrl-C drops what is being typed, Ctrl-D leaves") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("DROP KEYSPACE\n", "\n      ... ");
  terminal.type("k" + kInterrupt, "^C");
  terminal.wait_for("cellar:k> ");
  terminal.type("DROP KEYSPACE k" + kInterrupt, "^C");
  terminal.wait_for("cellar:k> ");
  CHECK_THAT(terminal.type("DESC KEYSPACES\n", "cellar:k> "), Catch::Contains("\nk  "));
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

TEST_CASE("what is typed in one shell is there in another one") {
  const ScratchFolder folder;
  Terminal first(folder);
  Terminal second(folder);
  set_up(first);
  second.wait_for("cellar> ");
  second.type("CONSISTENCY TWO\n", "\ncellar> ");
  first.type("\n", "\ncellar:k> ");
  first.type("\033[A", "CONSISTENCY TWO");
  first.type("\033[A", "USE k;");
  CHECK(first.leave(kInterrupt + kEnd) == 0);
  CHECK(second.leave(kEnd) == 0);
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

TEST_CASE("a tab that is typed or pasted is kept") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("CREATE TABLE t (p int PRIMARY KEY,\tv text);\n", "\ncellar:k> ");
  terminal.type("INSERT INTO t (p, v) VALUES (1, 'x\ty');\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("SELECT v FROM t WHERE p = 1;\n", "cellar:k> "), Catch::Contains("\n x\\ty\r\n"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a terminal that cannot place its cursor gets lines as they are typed") {
  const ScratchFolder folder;
  Terminal terminal(folder, Terminal::Colours::no, "dumb");
  set_up(terminal);
  terminal.type("SELECT key\n", "\n      ... ");
  const std::string answer = terminal.type("FROM system.local;\n", "cellar:k> ");
  CHECK_THAT(answer, Catch::Contains("(1 rows)"));
  CHECK_THAT(answer, !Catch::Contains("\x1b"));
  terminal.type("CREATE T", "CREATE T");
  terminal.type(kInterrupt, "cellar:k> ");
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("words of other shells get an answer at once") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  for (const char* word : {"\\q", ":q", ".quit", "\\d t", ".tables", "ls", "ls -l", "\\nosuch", ".nosuch",
                           ":nosuch", "show tables", "man", ".import f t", ".mode csv"}) {
    INFO(word);
    const std::string answer = terminal.type(std::string(word) + "\n", "\ncellar:k> ");
    CHECK_THAT(answer,
               Catch::Contains("error[E111]") && Catch::Contains("= fix: ") && !Catch::Contains("   ... "));
  }
  CHECK_THAT(terminal.type("\\copy t FROM 'f.csv'\n", "\ncellar:k> "),
             Catch::Contains("Here: COPY table FROM 'file.csv' WITH HEADER = true;"));
  for (const char* word : {"?", "help()", "help"}) {
    INFO(word);
    CHECK_THAT(terminal.type(std::string(word) + "\n", "\ncellar:k> "), Catch::Contains("Topics:"));
  }
  CHECK(terminal.leave("exit()\n") == 0);
}

TEST_CASE("quit() leaves") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  CHECK(terminal.leave("quit()\n") == 0);
}

TEST_CASE("what steers a terminal is shown in what DESCRIBE prints there") {
  const ScratchFolder folder;
  folder.write("a.cql",
               "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
               "CREATE TABLE k.t (\"\x1b[31m\" int PRIMARY KEY) WITH comment = '\x1b[1m\u202e';\n");
  REQUIRE(folder.run("db -f a.cql").status == 0);
  Terminal terminal(folder);
  terminal.wait_for("cellar> ");
  const std::string table = terminal.type("DESCRIBE TABLE k.t\n", "speculative_retry");
  CHECK_THAT(table, Catch::Contains("\"\\x1b[31m\" int") && Catch::Contains("'\\x1b[1m\\u202e'"));
  CHECK_THAT(table, !Catch::Contains("\x1b[31m") && !Catch::Contains("\u202e"));
  terminal.wait_for("cellar> ");  // before it, the terminal itself takes Ctrl-D
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a partition that is read in several pages counts once") {
  const ScratchFolder folder;
  std::string script = "USE k; CREATE TABLE t (p int, c int, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < 50; ++i)
    script += "INSERT INTO t (p, c) VALUES (" + std::to_string(i / 25) + ", " + std::to_string(i) + ");\n";
  folder.write("a.cql", script);
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("SOURCE 'a.cql'\n", "\ncellar:k> ");
  terminal.type("PAGING 10\n", "\ncellar:k> ");
  terminal.type("TIMING ON\n", "\ncellar:k> ");
  const auto last_page = [&terminal](const std::string& statement, int pages) {
    terminal.type(statement + "\n", "---MORE---");
    for (int page = 2; page < pages; ++page) terminal.type(" ", "---MORE---");
    return terminal.type(" ", "\ncellar:k> ");
  };
  CHECK_THAT(last_page("SELECT c FROM t WHERE p = 1;", 3), Catch::Contains("read 1 partition, 25 rows"));
  CHECK_THAT(last_page("SELECT c FROM t WHERE p IN (0, 1) ALLOW FILTERING;", 5),
             Catch::Contains("read 2 partitions, 50 rows"));
  const std::string ring = last_page("SELECT c FROM t ALLOW FILTERING;", 5);
  CHECK_THAT(ring, Catch::Contains("read 2 partitions, 50 rows") &&
                       Catch::Contains("this read 50 rows of t, in 2 partitions"));
  CHECK_THAT(last_page("SELECT c FROM t WHERE p = 1 ORDER BY c DESC;", 3),
             Catch::Contains("read 1 partition, 25 rows"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a read that is stopped between two pages says what it has read") {
  const ScratchFolder folder;
  std::string script = "USE k; CREATE TABLE t (p int PRIMARY KEY);\n";
  for (int i = 0; i < 30; ++i) script += "INSERT INTO t (p) VALUES (" + std::to_string(i) + ");\n";
  folder.write("a.cql", script);
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("SOURCE 'a.cql'\n", "\ncellar:k> ");
  terminal.type("PAGING 10\n", "\ncellar:k> ");
  terminal.type("SELECT p FROM t ALLOW FILTERING;\n", "---MORE---");
  CHECK_THAT(
      terminal.type("q", "\ncellar:k> "),
      Catch::Contains("(10 rows, stopped)") && Catch::Contains("this read 11 rows of t, in 11 partitions"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a script that Ctrl-C ended at the prompt says how many statements ran") {
  const ScratchFolder folder;
  const std::string pipe = (folder.path / "load.cql").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("CREATE TABLE t (p int PRIMARY KEY);\n", "\ncellar:k> ");
  terminal.type("SOURCE 'load.cql'\n", "\n");
  const int load = open(pipe.c_str(), O_WRONLY);
  REQUIRE(load >= 0);
  const std::string statements =
      "INSERT INTO t (p) VALUES (1);\nUSE nosuch;\nINSERT INTO t (p) VALUES (2);\n";
  REQUIRE(write(load, statements.data(), statements.size()) == static_cast<ssize_t>(statements.size()));
  terminal.wait_for("error[E201]");
  // Behind this answer everything that was written has run.
  const std::string last = "SELECT p FROM t WHERE p = 2;\n";
  REQUIRE(write(load, last.data(), last.size()) == static_cast<ssize_t>(last.size()));
  terminal.wait_for("(1 rows)");
  CHECK_THAT(terminal.type(kInterrupt, "\ncellar:k> "),
             Catch::Contains("-- stopped at load.cql:4:2; to go on: SOURCE 'load.cql' FROM 'load.cql:4:2'") &&
                 Catch::Contains("-- 3 statements ran, 1 refused; the rest did not run"));
  close(load);
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("there are no colours where nothing is known of the terminal") {
  const ScratchFolder folder;
  for (const char* kind : {static_cast<const char*>(nullptr), "", "dumb", "xterm"}) {
    Terminal terminal(folder, Terminal::Colours::yes, kind);
    terminal.wait_for("cellar> ");
    const std::string error = terminal.type("USE nosuch;\n", "there is no keyspace");
    CHECK((error.find("\x1b[1;31m") != std::string::npos) ==
          (kind != nullptr && std::string(kind) == "xterm"));
  }
}

TEST_CASE("a write is told at the prompt what it replaced, in full and then in a line") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  terminal.type("CREATE TABLE t (p int PRIMARY KEY, v text);\n", "\ncellar:k> ");
  terminal.type("INSERT INTO t (p, v) VALUES (1, 'a');\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("INSERT INTO t (p, v) VALUES (1, 'b');\n", "\ncellar:k> "),
             Catch::Contains("v 'a' -> 'b'") && Catch::Contains("= why"));
  CHECK_THAT(terminal.type("INSERT INTO t (p, v) VALUES (1, 'c');\n", "\ncellar:k> "),
             Catch::Contains("1:30: note[W404]") && !Catch::Contains("= why"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a comment that was typed before a CREATE silences its lint") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  set_up(terminal);
  const std::string table = "(reader text, id timeuuid, PRIMARY KEY (reader, id));\n";
  CHECK_THAT(terminal.type("CREATE TABLE a " + table, "\ncellar:k> "), Catch::Contains("note[L501]"));
  terminal.type("-- @allow L501 few letters\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("CREATE TABLE b " + table, "\ncellar:k> "), !Catch::Contains("note["));
  CHECK_THAT(terminal.type("CREATE TABLE c " + table, "\ncellar:k> "), Catch::Contains("note[L501]"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a value that is missing is asked for, with its name and type") {
  const ScratchFolder folder;
  Terminal terminal(folder);
  terminal.type(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n",
      "cellar> ");
  terminal.type("USE k; CREATE TABLE t (id int PRIMARY KEY, v text);\n", "cellar:k> ");
  terminal.type("PARAMETER :v = 'kept'\n", "cellar:k> ");
  terminal.type("INSERT INTO t (id, v) VALUES (:id, :v);\n", ":id (int): ");
  // What is no literal, or does not fit, is said, and asked for again.
  terminal.type("seven\n", "error[E655]: seven is no literal");
  terminal.wait_for(":id (int): ");
  terminal.type("'7'\n", "error[E204]: '7' is text, and parameter :id is of type int");
  terminal.wait_for(":id (int): ");
  terminal.type("7\n", "cellar:k> ");
  terminal.type("SELECT v FROM t WHERE id = ?;\n", "? 1, id (int): ");
  terminal.type("7\n", "kept");
  // Ctrl-C drops the statement alone.
  terminal.type("INSERT INTO t (id, v) VALUES (:id, 'dropped');\n", ":id (int): ");
  terminal.type("\x03", "^C");
  terminal.wait_for("cellar:k> ");
  CHECK(terminal.type("SELECT count(*) FROM t ALLOW FILTERING;\n", "(1 rows)").find("    1") !=
        std::string::npos);
  CHECK(terminal.leave("EXIT\n") == 0);
}
