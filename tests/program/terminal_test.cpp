// The terminal that other tests type at: what it shows is what was written to it.
#include "terminal.h"

#include <catch2/catch.hpp>

#include "process.h"

namespace {

TerminalStart shell_command(const TemporaryFolder& folder, const std::string& command, ScreenSize size = {}) {
  return {.arguments = {"-c", command}, .folder = folder.path, .size = size, .program = "/bin/sh"};
}

}  // namespace

TEST_CASE("a terminal shows what a program writes, in its colours") {
  const TemporaryFolder folder;
  TerminalSession terminal(
      shell_command(folder, R"(printf 'one\033[1;31mtwo\033[0m\n\033[94m%s\033[0m\n' '你好é')"));
  CHECK(terminal.wait_for_end() == 0);
  CHECK(terminal.text() == "onetwo\n你好e\u0301\n");
  CHECK(terminal.style("one").empty());
  CHECK(terminal.style("two") == "bold red");
  CHECK(terminal.style("onetwo") == ", bold red");
  CHECK(terminal.style("你") == "bright blue");
}

TEST_CASE("a terminal keeps the lines that scroll off, and is resized") {
  const TemporaryFolder folder;
  TerminalSession terminal(
      shell_command(folder, "seq 1 9; stty size; read line; stty size; exit 3", {.rows = 5, .columns = 30}));
  terminal.wait_for("5 30");
  CHECK(terminal.text() == "7\n8\n9\n5 30\n");
  CHECK(terminal.all_text() == "1\n2\n3\n4\n5\n6\n7\n8\n9\n5 30\n");
  terminal.resize({.rows = 6, .columns = 40});
  terminal.type("\n");
  terminal.wait_for("6 40");
  CHECK(terminal.wait_for_end() == 3);
}

TEST_CASE("keys arrive as a terminal sends them") {
  const TemporaryFolder folder;
  TerminalSession terminal(
      shell_command(folder, R"(stty raw -echo; printf 'ready\r\n'; head -c 24 | od -An -c)"));
  terminal.wait_for("ready");
  for (const char* key : {"Up", "Tab", "Ctrl-R", "Alt-b", "Backspace", "Delete", "F5", "Enter", "é"}) {
    INFO(key);
    if (std::string(key) == "é") {
      terminal.type(key);
    } else {
      terminal.press(key);
    }
  }
  terminal.type("abcde");
  CHECK(terminal.wait_for_end() == 0);
  const std::string text = terminal.text();
  for (const char* bytes : {" 033   [   A  \\t 022 033   b 177 033   [   3   ~ 033   [   1   5",
                            "   ~  \\r 303", "   a   b   c   d"}) {
    CHECK_THAT(text, Catch::Contains(bytes));
  }
}

TEST_CASE("a program is stopped by Ctrl-C, and its environment holds nothing of ours") {
  const TemporaryFolder folder;
  TerminalSession terminal(
      shell_command(folder, "echo $HOME $TERM $NO_COLOR $USER.; exec sed -u s/ping/pong/"));
  terminal.wait_for(folder.path.string() + " xterm-256color 1 .");
  terminal.type("ping\n");
  terminal.wait_for("pong");  // sed runs: while it was being started the shell could have taken the signal
  terminal.press("Ctrl-C");
  CHECK(terminal.wait_for_end() == 128 + 2);
}

TEST_CASE("the answer to a line that was typed at the prompt") {
  const TemporaryFolder folder;
  TerminalSession terminal({.arguments = {"db"}, .folder = folder.path});
  terminal.wait_for_prompt();
  CHECK(terminal.run(
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};") ==
        "");
  CHECK(terminal.run("SELECT cluster_name FROM system.local;") ==
        "\n cluster_name\n--------------\n       cellar\n\n(1 rows)\n");
  terminal.type("EXIT\n");
  CHECK(terminal.wait_for_end() == 0);
}
