// The editor of the prompt, at a terminal.
#include <signal.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "run_program.h"
#include "terminal.h"

namespace {

const std::string kKeyspace =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};";

TerminalStart start_in(const ScratchFolder& folder, std::map<std::string, std::string> environment = {}) {
  environment.emplace("CELLAR_HISTORY", (folder.path / "history").string());
  return {.arguments = {"db"}, .folder = folder.path, .environment = std::move(environment)};
}

void set_up(TerminalSession& terminal) {
  terminal.wait_for_prompt();
  CHECK(terminal.run(kKeyspace) == "");
  CHECK(terminal.run("USE k;") == "");
  CHECK(terminal.run("CREATE TABLE t (p int PRIMARY KEY, v text);") == "");
}

void leave(TerminalSession& terminal) {
  terminal.type("EXIT\n");
  CHECK(terminal.wait_for_end() == 0);
}

}  // namespace

TEST_CASE("a statement of several lines comes back as one, and is edited as one") {
  const ScratchFolder folder;
  {
    TerminalSession terminal(start_in(folder));
    set_up(terminal);
    terminal.type("SELECT v\nFROM t\n");
    terminal.wait_for("      ... FROM t");
    terminal.type("WHERE p = 1;\n");
    terminal.wait_for("(0 rows)");
    terminal.wait_for_prompt();
    leave(terminal);
  }
  TerminalSession terminal(start_in(folder));
  terminal.wait_for_prompt();
  CHECK(terminal.run("USE k;") == "");
  terminal.press("Up");
  terminal.press("Up");  // EXIT
  terminal.press("Up");
  terminal.wait_for("cellar:k> SELECT v");
  terminal.wait_for("      ... WHERE p = 1;");
  terminal.press("Up");
  terminal.press("Up");
  terminal.press("Ctrl-E");
  terminal.type(", p");
  terminal.wait_for("cellar:k> SELECT v, p");
  terminal.press("Enter");
  terminal.wait_for(" v | p");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("a paste of a hundred statements runs once, in order, each beside its answer") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "INSERT INTO t\t(p, v)\nVALUES (" + std::to_string(i) + ", 'a\tb');\n";
  }
  terminal.paste(text + "SELECT v FROM t WHERE p = 99;\n");
  terminal.wait_for("WHERE p = 99;");
  terminal.press("Enter");
  terminal.wait_for(" a\\tb");
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.all_text(),
             Catch::Contains(
                 "cellar:k> INSERT INTO t   (p, v) ...\ncellar:k> SELECT v FROM t WHERE p = 99;\n\n v\n"));
  CHECK_THAT(terminal.run("SELECT count(*) FROM t ALLOW FILTERING;"), Catch::Contains("   100\n"));
  leave(terminal);
}

TEST_CASE("a paste that the terminal does not mark loses nothing") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  CHECK(terminal.run("PAGING 10") == "Page size: 10\n");
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "INSERT INTO t\t(p, v)\nVALUES (" + std::to_string(i) + ", 'a\tb');\n";
    if (i == 50) text += "SELECT v FROM t ALLOW FILTERING;\n";  // more than a page
  }
  terminal.type(text + "SELECT v FROM t WHERE p = 99;\n");
  terminal.wait_for(" a\\tb");
  terminal.wait_for("WHERE p = 99;");
  terminal.wait_for("(1 rows)");
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.run("SELECT count(*) FROM t ALLOW FILTERING;"), Catch::Contains("   100\n"));
  leave(terminal);
}

TEST_CASE("Ctrl-C in the midst of a paste stops the rest") {
  const ScratchFolder folder;
  const std::string pipe = (folder.path / "pipe.cql").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  terminal.paste("INSERT INTO t (p) VALUES (1);\nSOURCE 'pipe.cql'\nINSERT INTO t (p) VALUES (2);\nHELP\n");
  terminal.wait_for("HELP");
  terminal.press("Enter");
  std::ofstream writer(pipe);
  writer << "SELECT p FROM t WHERE p = 7;" << std::endl;
  terminal.wait_for("(0 rows)");  // SOURCE waits for more
  terminal.press("Ctrl-C");
  terminal.wait_for("-- 2 statements did not run");
  writer.close();
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.run("SELECT p FROM t WHERE p IN (1, 2) ALLOW FILTERING;"), Catch::Contains("(1 rows)"));
  leave(terminal);
}

TEST_CASE("Chinese text and combining marks are edited character by character") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  terminal.type("INSERT INTO t (p, v) VALUES (1, '\u4F60\u597Dxe\u0301');");
  for (int i = 0; i < 4; ++i) terminal.press("Left");
  terminal.press("Backspace");
  terminal.press("Left");
  terminal.press("Delete");
  terminal.type("\u5728");
  terminal.wait_for("VALUES (1, '\u4F60\u5728e\u0301');");
  terminal.press("Enter");
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.run("SELECT v FROM t WHERE p = 1;"), Catch::Contains("\u4F60\u5728e\u0301"));
  leave(terminal);
}

TEST_CASE("Ctrl-R finds a statement, and Enter runs it") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  CHECK(terminal.run("INSERT INTO t (p, v) VALUES (1, 'a');") == "");
  CHECK_THAT(terminal.run("SELECT v FROM t WHERE p = 1;"), Catch::Contains("(1 rows)"));
  terminal.press("Ctrl-R");
  terminal.type("insert");
  terminal.wait_for("search 'insert'> INSERT INTO t (p, v) VALUES (1, 'a');");
  terminal.press("Ctrl-R");
  terminal.wait_for("nothing more");
  terminal.press("Ctrl-G");
  terminal.wait_until_gone("nothing more");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("an Escape alone takes the list of candidates away, and leaves the next key what it is") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  terminal.wait_for_prompt();
  terminal.type("CREATE T");
  terminal.press("Tab");
  terminal.wait_for("TABLE  TYPE");
  terminal.press("Escape");
  terminal.wait_until_gone("TABLE  TYPE");
  terminal.type("b");  // behind an Escape it would move back by a word
  terminal.wait_for("CREATE Tb");
  terminal.press("Ctrl-C");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("a history that cannot be kept is said once, and what is typed comes back nevertheless") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder, {{"CELLAR_HISTORY", folder.path.string()}}));
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.text(), Catch::Contains("-- what you type is kept for this session alone, not in "));
  CHECK_THAT(terminal.run("SELECT key FROM system.local;"), !Catch::Contains("-- "));
  terminal.press("Up");
  terminal.wait_for("cellar> SELECT key FROM system.local;");
  terminal.press("Ctrl-C");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("EDIT brings back what an editor saved, for Enter") {
  const ScratchFolder folder;
  folder.write("editor.sh", "sed -i s/old/new/ \"$1\"; printf '%s\\n' \"WHERE p = 1;\" >>\"$1\"\n");
  TerminalSession terminal(start_in(folder, {{"EDITOR", "sh editor.sh"}, {"VISUAL", ""}}));
  set_up(terminal);
  CHECK_THAT(terminal.run("SELECT v AS old FROM t WHERE p = 0;"), Catch::Contains(" old\n"));
  terminal.type("EDIT\n");
  terminal.wait_for("      ... WHERE p = 1;");
  terminal.wait_for("cellar:k> SELECT v AS new FROM t WHERE p = 0;");
  terminal.press("Ctrl-C");
  terminal.wait_for("^C");
  terminal.wait_for_prompt();
  terminal.type("SELECT v AS old FROM t");
  terminal.press("Ctrl-X");
  terminal.press("Ctrl-E");
  terminal.wait_for("cellar:k> SELECT v AS new FROM t");
  terminal.press("Enter");
  terminal.wait_for("(0 rows)");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("an editor that fails or is not there is named") {
  const ScratchFolder folder;
  {
    TerminalSession terminal(start_in(folder, {{"EDITOR", "nosuch-editor"}}));
    terminal.wait_for_prompt();
    CHECK(terminal.run("EDIT") ==
          "sh: 1: nosuch-editor: not found\n"
          "-- the editor 'nosuch-editor' was not found: set EDITOR to another one\n");
    leave(terminal);
  }
  TerminalSession terminal(start_in(folder, {{"EDITOR", "exit 3;"}}));
  terminal.wait_for_prompt();
  CHECK(terminal.run("EDIT") == "-- the editor 'exit 3;' ended with status 3\n");
  leave(terminal);
  CHECK_THAT(folder.run("db -e EDIT").errors, Catch::Contains("EDIT works at the prompt only"));
}

TEST_CASE("a terminal that is resized shows the statement anew") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  terminal.type("SELECT p, v FROM t WHERE p = 1 AND v = 'something that is long enough'");
  terminal.wait_for("long enough'");
  terminal.resize({.rows = 24, .columns = 50});
  terminal.wait_for("SELECT p, v FROM t WHERE p = 1 AND v = '");
  terminal.resize({.rows = 24, .columns = 100});
  terminal.wait_for("cellar:k> SELECT p, v FROM t WHERE p = 1 AND v = 'something that is long enough'");
  terminal.type(" ALLOW FILTERING;");
  terminal.wait_for("enough' ALLOW FILTERING;");
  terminal.press("Enter");
  terminal.wait_for("(0 rows)");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("invalid UTF-8 that is typed is shown as such, and hurts nothing") {
  const ScratchFolder folder;
  TerminalSession terminal(start_in(folder));
  set_up(terminal);
  terminal.paste("SELECT '\xff\xc3");
  terminal.wait_for("\uFFFD");
  terminal.press("Ctrl-C");
  terminal.wait_for("^C");
  terminal.wait_for_prompt();
  leave(terminal);
}

TEST_CASE("the mode of the terminal is as it was after the program, and after a signal") {
  const ScratchFolder folder;
  for (const bool is_killed : {false, true}) {
    TerminalStart start = start_in(folder);
    start.arguments = {"-c", "stty -a >before; sh -c 'echo $$ >pid; exec " CELLAR_PROGRAM
                             " db'; stty -a >after; cmp before after && echo same; read line"};
    start.program = "/bin/sh";
    TerminalSession terminal(start);
    terminal.wait_for_prompt();
    if (is_killed) {
      REQUIRE(kill(std::stoi(folder.read("pid")), SIGTERM) == 0);
    } else {
      terminal.type("EXIT\n");
    }
    terminal.wait_for("same");
    terminal.type("\n");
    CHECK(terminal.wait_for_end() == 0);
  }
}

TEST_CASE("Ctrl-Z suspends, and what was typed is there again") {
  const ScratchFolder folder;
  TerminalStart start = start_in(folder);
  start.arguments = {"--norc", "-i"};
  start.program = "/bin/bash";
  start.environment["PS1"] = "shell$ ";
  TerminalSession terminal(start);
  terminal.wait_for("shell$ ");
  terminal.type(CELLAR_PROGRAM " db\n");
  terminal.wait_for_prompt();
  terminal.type("HELP KE");
  terminal.wait_for("HELP KE");
  terminal.press("Ctrl-Z");
  terminal.wait_for("Stopped");
  terminal.type("fg\n");
  terminal.wait_for("cellar> HELP KE");
  terminal.type("YS");
  terminal.wait_for("cellar> HELP KEYS");
  terminal.press("Ctrl-C");
  terminal.wait_for("^C");
  terminal.wait_for_prompt();
  terminal.type("EXIT\n");
  terminal.type("exit\n");
  CHECK(terminal.wait_for_end() == 0);
}
