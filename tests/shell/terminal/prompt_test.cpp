// The prompt, at a terminal: what is typed, and how it is answered.
#include <catch2/catch.hpp>

#include "prompt_bytes.h"

TEST_CASE("a statement spans lines until its semicolon, a command ends with its line") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  CHECK_THAT(terminal.type("USE nosuch;\n", "cellar:k> "), Catch::Contains(" --> 1:5"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("what was typed is there the next time") {
  const ScratchFolder folder;
  {
    PromptTerminal terminal(folder);
    terminal.use_keyspace();
    CHECK(terminal.leave(kEnd) == 0);
  }
  PromptTerminal terminal(folder);
  terminal.wait_for("cellar> ");
  terminal.type("\033[A", "USE k;");
  terminal.type("\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("HISTORY 2\n", "cellar:k> "), Catch::Contains("USE k;"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("what is typed in one shell is there in another one") {
  const ScratchFolder folder;
  PromptTerminal first(folder);
  PromptTerminal second(folder);
  first.use_keyspace();
  second.wait_for("cellar> ");
  second.type("CONSISTENCY TWO\n", "\ncellar> ");
  first.type("\n", "\ncellar:k> ");
  first.type("\033[A", "CONSISTENCY TWO");
  first.type("\033[A", "USE k;");
  CHECK(first.leave(kInterrupt + kEnd) == 0);
  CHECK(second.leave(kEnd) == 0);
}

TEST_CASE("a tab that is typed or pasted is kept") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  terminal.type("CREATE TABLE t (p int PRIMARY KEY,\tv text);\n", "\ncellar:k> ");
  terminal.type("INSERT INTO t (p, v) VALUES (1, 'x\ty');\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("SELECT v FROM t WHERE p = 1;\n", "cellar:k> "), Catch::Contains("\n x\\ty\r\n"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a terminal that cannot place its cursor gets lines as they are typed") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder, PromptTerminal::Colours::no, "dumb");
  terminal.use_keyspace();
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  for (const char* word : {"\\q", ":q", ".quit", "\\d t", ".tables", "ls", "ls -l", "\\nosuch", ".nosuch",
                           ":nosuch", "show tables", "man", ".import f t", ".mode csv"}) {
    INFO(word);
    const std::string answer = terminal.type(std::string(word) + "\n", "\ncellar:k> ");
    CHECK_THAT(answer,
               Catch::Contains("error[E111]") && Catch::Contains("= fix: ") && !Catch::Contains("   ... "));
  }
  CHECK_THAT(terminal.type("\\copy t FROM 'f.csv'\n", "\ncellar:k> "),
             Catch::Contains("Here: COPY table FROM 'file.csv' WITH HEADER = true;"));
  terminal.type("PAGING OFF\n", "\ncellar:k> ");
  for (const char* word : {"?", "help()", "help"}) {
    INFO(word);
    CHECK_THAT(terminal.type(std::string(word) + "\n", "\ncellar:k> "), Catch::Contains("Topics:"));
  }
  CHECK(terminal.leave("exit()\n") == 0);
}

TEST_CASE("quit() leaves") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  CHECK(terminal.leave("quit()\n") == 0);
}

TEST_CASE("what steers a terminal is shown in what DESCRIBE prints there") {
  const ScratchFolder folder;
  folder.write("a.cql",
               "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
               "CREATE TABLE k.t (\"\x1b[31m\" int PRIMARY KEY) WITH comment = '\x1b[1m\u202e';\n");
  REQUIRE(folder.run("db -f a.cql").status == 0);
  PromptTerminal terminal(folder);
  terminal.wait_for("cellar> ");
  const std::string table = terminal.type("DESCRIBE TABLE k.t\n", "speculative_retry");
  CHECK_THAT(table, Catch::Contains("\"\\x1b[31m\" int") && Catch::Contains("'\\x1b[1m\\u202e'"));
  CHECK_THAT(table, !Catch::Contains("\x1b[31m") && !Catch::Contains("\u202e"));
  terminal.wait_for("cellar> ");  // before it, the terminal itself takes Ctrl-D
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("there are no colours where nothing is known of the terminal") {
  const ScratchFolder folder;
  for (const char* kind : {static_cast<const char*>(nullptr), "", "dumb", "xterm"}) {
    PromptTerminal terminal(folder, PromptTerminal::Colours::yes, kind);
    terminal.wait_for("cellar> ");
    const std::string error = terminal.type("USE nosuch;\n", "there is no keyspace");
    CHECK((error.find("\x1b[1;31m") != std::string::npos) ==
          (kind != nullptr && std::string(kind) == "xterm"));
  }
}

TEST_CASE("a write is told at the prompt what it replaced, in full and then in a line") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  const std::string table = "(reader text, id timeuuid, PRIMARY KEY (reader, id));\n";
  CHECK_THAT(terminal.type("CREATE TABLE a " + table, "\ncellar:k> "), Catch::Contains("note[L501]"));
  terminal.type("-- @allow L501 few letters\n", "\ncellar:k> ");
  CHECK_THAT(terminal.type("CREATE TABLE b " + table, "\ncellar:k> "), !Catch::Contains("note["));
  CHECK_THAT(terminal.type("CREATE TABLE c " + table, "\ncellar:k> "), Catch::Contains("note[L501]"));
  CHECK(terminal.leave(kEnd) == 0);
}

TEST_CASE("a value that is missing is asked for, with its name and type") {
  const ScratchFolder folder;
  PromptTerminal terminal(folder);
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
