// The first minute with the program: what it says at a terminal, and what it answers to a wrong DATABASE.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "run_program.h"
#include "terminal.h"

TEST_CASE("the prompt says in two lines what this is and where the data go") {
  const ScratchFolder folder;
  const auto greeting_of = [&](std::vector<std::string> arguments) {
    TerminalSession terminal({.arguments = std::move(arguments), .folder = folder.path});
    terminal.wait_for_prompt();
    const std::string text = terminal.text();
    CHECK(terminal.screen().cursor_line() == 2);  // two lines of 80 columns before the prompt
    return text;
  };
  CHECK_THAT(
      greeting_of({}),
      Catch::Contains("\nThe data here are gone at the end. To keep data in a file: cellar shop.cellar\n"));
  CHECK_THAT(greeting_of({"shop.cellar"}),
             Catch::Contains("\nshop.cellar is a new file: no keyspace yet (HELP CREATE KEYSPACE)\n"));
  folder.write(
      "a.cql",
      "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "CREATE TABLE shop.likes (product text PRIMARY KEY);\n"
      "CREATE TABLE shop.posts (author text PRIMARY KEY);\n");
  REQUIRE(folder.run("shop.cellar -f a.cql").status == 0);
  CHECK_THAT(greeting_of({"shop.cellar"}), Catch::Contains("\nshop.cellar: 1 keyspace (shop), 2 tables\n"));
}

TEST_CASE("a keyspace of -k that is not there is created if somebody says so") {
  const ScratchFolder folder;
  {
    TerminalSession terminal({.arguments = {"db", "-k", "shop"}, .folder = folder.path});
    terminal.wait_for("Create it? [y/N] ");
    CHECK_THAT(terminal.text(), Catch::Contains("\n  CREATE KEYSPACE shop WITH replication = "));
    terminal.type("\n");
    CHECK(terminal.wait_for_end() == 1);
    CHECK_THAT(terminal.text(), Catch::Contains("error[E201]: there is no keyspace shop"));
  }
  {
    TerminalSession terminal({.arguments = {"db", "-k", "shop"}, .folder = folder.path});
    terminal.wait_for("Create it? [y/N] ");
    terminal.type("y\n");
    terminal.wait_for("cellar:shop> ");
    terminal.type("EXIT\n");
    CHECK(terminal.wait_for_end() == 0);
  }
  CHECK(folder.run("db -k shop -e 'CREATE TABLE t (p int PRIMARY KEY)'").status == 0);
}

TEST_CASE("a keyspace of -k that is not there is refused to a script, with the way out") {
  const ScratchFolder folder;
  const ProgramRun run = folder.run("db -k shop -e 'SELECT * FROM t'");
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Catch::Contains("error[E201]: there is no keyspace shop") &&
                             Catch::Contains("CREATE KEYSPACE shop WITH replication = {'class': "
                                             "'SimpleStrategy', 'replication_factor': 1};"));
  REQUIRE(folder
              .run("db -e \"CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', "
                   "'replication_factor': 1}\"")
              .status == 0);
  CHECK_THAT(folder.run("db -k shpo -e 'SELECT * FROM t'").errors, Catch::Contains("Did you mean shop?"));
}

TEST_CASE("what is no database is named with what to type instead") {
  const ScratchFolder folder;
  folder.write("script.cql", "SELECT * FROM t;\n");
  folder.write("likes.csv", "product,customer\np1,Anna\n");
  folder.write("picture", std::string("\x89PNG\0\r\n\x1a", 8) + std::string(5000, '\0'));
  std::filesystem::create_directory(folder.path / "folder");
  const auto error_of = [&](const std::string& arguments) {
    const ProgramRun run = folder.run(arguments + " -e 'SELECT 1'");
    CHECK(run.status == 1);
    return run.errors;
  };
  CHECK_THAT(error_of("script.cql"),
             Catch::Contains("error[E500]: script.cql is a text") && Catch::Contains("cellar -f script.cql"));
  CHECK_THAT(error_of("likes.csv"), Catch::Contains("error[E500]: likes.csv holds rows as text") &&
                                        Catch::Contains("COPY my_table FROM 'likes.csv'"));
  CHECK_THAT(error_of("picture"),
             Catch::Contains("error[E500]") && Catch::Contains("is not a Cellar database"));
  CHECK_THAT(error_of("folder"), Catch::Contains("error[E504]") && Catch::Contains("is a folder"));
  CHECK_THAT(error_of("nosuch/shop.cellar"),
             Catch::Contains("error[E504]: there is no folder nosuch, so there is no nosuch/shop.cellar"));
  CHECK(folder.read("script.cql") == "SELECT * FROM t;\n");
}

TEST_CASE("a script or a file of rows that is not there is no new database") {
  const ScratchFolder folder;
  for (const std::string name : {"load.cql", "load.SQL", "likes.csv"}) {
    for (const std::string options : {"", "--dry-run "}) {
      INFO(options << name);
      const ProgramRun run = folder.run(options + name + " -e 'SELECT 1'");
      CHECK(run.status == 1);
      CHECK_THAT(run.errors,
                 Catch::Contains("error[E500]: there is no " + name) && Catch::Contains("./" + name));
      CHECK_FALSE(std::filesystem::exists(folder.path / name));
      CHECK_FALSE(std::filesystem::exists(folder.path / (name + "-lock")));
    }
  }
  CHECK(folder.run("./load.cql -e 'SELECT release_version FROM system.local'").status == 0);
  CHECK(folder.run("load.cql -e 'SELECT release_version FROM system.local'").status == 0);
}
