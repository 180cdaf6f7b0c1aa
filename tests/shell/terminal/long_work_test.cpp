// Long work at the prompt: the pages of a result, the progress of a script, and how each of them ends.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "prompt_bytes.h"

TEST_CASE("a long result stops between pages, and holds nobody up") {
  const ScratchFolder folder;
  std::string script = "USE k; CREATE TABLE t (p int, c int, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < 250; ++i) script += "INSERT INTO t (p, c) VALUES (1, " + std::to_string(i) + ");\n";
  folder.write("a.cql", script);
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  terminal.type("SOURCE 'a.cql'\n", "cellar:k> ");  // behind the progress on a slow disk
  terminal.type("PAGING 100\n", "cellar:k> ");
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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

TEST_CASE("a partition that is read in several pages counts once") {
  const ScratchFolder folder;
  std::string script = "USE k; CREATE TABLE t (p int, c int, PRIMARY KEY (p, c));\n";
  for (int i = 0; i < 50; ++i)
    script += "INSERT INTO t (p, c) VALUES (" + std::to_string(i / 25) + ", " + std::to_string(i) + ");\n";
  folder.write("a.cql", script);
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  terminal.type("SOURCE 'a.cql'\n", "cellar:k> ");  // behind the progress on a slow disk
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
  terminal.type("SOURCE 'a.cql'\n", "cellar:k> ");  // behind the progress on a slow disk
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
  PromptTerminal terminal(folder);
  terminal.use_keyspace();
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
