// How a run of scripts ends early, what it keeps, and how it goes on.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <memory>

#include "../../../mounting.h"
#include "run_program.h"
#include "shell/connection/database_connection.h"
#include "shell/console/script/script_runner.h"

using namespace cellar;
using Catch::Contains;

namespace {

const std::string kTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\nCREATE TABLE t (id int PRIMARY KEY, v text);\n";

std::string insert(int id, const std::string& value) {
  return "INSERT INTO t (id, v) VALUES (" + std::to_string(id) + ", '" + value + "');\n";
}

/// The command that a run says to type, without the program's name.
std::string way_on(const ProgramRun& run) {
  const std::string mark = "to go on: " + std::string(CELLAR_PROGRAM) + " ";
  const std::size_t begin = run.errors.find(mark);
  INFO(run.errors);
  REQUIRE(begin != std::string::npos);
  return run.errors.substr(begin + mark.size(), run.errors.find('\n', begin) - begin - mark.size());
}

void make_pipe(const ScratchFolder& folder) { REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0); }

/// Runs the script of a pipe whose writer gives it `text` and stays, sends the signal once `seen` is in its standard error,
/// and waits for its end.
ProgramRun run_and_signal(const ScratchFolder& folder, const std::string& arguments, const std::string& text,
                          const std::string& seen, const std::string& signal) {
  folder.write("text", text);
  make_pipe(folder);
  return folder.run(arguments +
                    " 2>errors & pid=$!; exec 9>pipe; cat text >&9; "
                    "until grep -q '" +
                    seen + "' errors; do sleep 0.05; done; kill -" + signal +
                    " $pid; wait $pid; echo status $?; cat errors >&2");
}

}  // namespace

TEST_CASE("SIGTERM and SIGHUP end a script as Ctrl-C does") {
  for (const auto& [signal, status] :
       {std::pair("TERM", 143), std::pair("HUP", 129), std::pair("INT", 130)}) {
    INFO(signal);
    const ScratchFolder folder;
    const ProgramRun run = run_and_signal(folder, "db -f pipe",
                                          kTable + insert(1, "kept") + "SELECT x FROM t;\n", "E203", signal);
    CHECK_THAT(run.output, Contains("status " + std::to_string(status)));
    CHECK_THAT(run.errors, Contains("-- stopped at pipe:") && Contains("--from pipe:") &&
                               Contains("\n-- 4 statements ran, 1 refused; the rest did not run\n"));
    CHECK_THAT(folder.run("db -e 'SELECT v FROM k.t WHERE id = 1'").output, Contains("kept"));
  }
}

TEST_CASE("a script that was told to ignore SIGHUP goes on") {
  const ScratchFolder folder;
  folder.write("a.cql", kTable + insert(1, "kept"));
  make_pipe(folder);
  const ProgramRun run = folder.run(
      "db -f pipe 2>errors & pid=$!; exec 9>pipe; cat a.cql >&9; "
      "kill -HUP $pid; exec 9>&-; wait $pid; echo status $?; cat errors >&2");
  CHECK_THAT(run.output, Contains("status 129"));
  const ProgramRun ignored =
      run_program(folder.path, "--version; trap '' HUP; " + std::string(CELLAR_PROGRAM) +
                                   " other -f pipe 2>errors & pid=$!; exec 9>pipe; cat a.cql >&9; kill -HUP "
                                   "$pid; exec 9>&-; wait $pid; "
                                   "echo status $?; cat errors >&2");
  CHECK_THAT(ignored.output, Contains("status 0"));
  CHECK_THAT(ignored.errors, Contains("-- 4 statements ran, 0 refused\n"));
}

TEST_CASE("Ctrl-C before the first statement is told like any other") {
  const ScratchFolder folder;
  folder.write("a.cql", kTable);
  const std::string errors = (folder.path / "errors").string();
  const pid_t child = fork();
  if (child == 0) {
    // A signal that is blocked waits, and is there as soon as the program listens.
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, nullptr);
    raise(SIGINT);
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    dup2(open(errors.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
    execl(CELLAR_PROGRAM, CELLAR_PROGRAM, "db", "-f", "a.cql", nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(folder.read("errors") == "-- 0 statements ran, 0 refused; the rest did not run\n");
}

TEST_CASE("Ctrl-C on the way to the place of --from names the same place again") {
  const ScratchFolder folder;
  const ProgramRun run =
      run_and_signal(folder, "db -f pipe --from pipe:900", "USE nosuch;\n" + kTable, "E201", "INT");
  CHECK_THAT(run.output, Contains("status 130"));
  CHECK(way_on(run) == "db -f pipe --from pipe:900");
}

TEST_CASE("a full disk says what is saved, and the command that goes on has all of it in the end") {
  const ScratchFolder folder;
  const ScratchFolder disk;
  const test::SmallDisk mounted(disk.path, "6m");
  if (!mounted.is_mounted()) return;
  std::string script = kTable;
  for (int id = 0; id < 300; ++id) script += insert(id, std::string(50'000, 'v'));
  folder.write("load.cql", script);
  const std::string database = (disk.path / "db").string();
  const ProgramRun first = folder.run(database + " -f load.cql");
  CHECK(first.status == 1);
  CHECK_THAT(first.errors, Contains("error[E505]") &&
                               Contains("\n-- 3 statements ran, 0 refused; 300 more could not be saved\n"));
  mounted.resize("64m");
  const ProgramRun second = folder.run(way_on(first));
  INFO(second.errors);
  CHECK(second.status == 0);
  const ProgramRun count = folder.run(database + " --policy cassandra -e 'SELECT count(*) FROM k.t'");
  CHECK_THAT(count.output, Contains(" 300\n"));
}

TEST_CASE(
    "a run goes on behind the writes that a wait for the clock has made durable, and repeats none of them") {
  const ScratchFolder folder;
  const ScratchFolder disk;
  const test::SmallDisk mounted(disk.path, "6m");
  if (!mounted.is_mounted()) return;
  constexpr int kAdditions = 10, kTimed = 1'500, kLarge = 300;
  std::string script = kTable +
                       "CREATE TABLE c (id int PRIMARY KEY, n counter);\n"
                       "CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at));\n";
  for (int i = 0; i < kAdditions; ++i) script += "UPDATE c SET n = n + 1 WHERE id = 1;\n";
  // More than the milliseconds that their times may be ahead of the clock.
  for (int i = 0; i < kTimed; ++i)
    script += "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), " + std::to_string(i) + ");\n";
  for (int id = 0; id < kLarge; ++id) script += insert(id, std::string(50'000, 'v'));
  folder.write("load.cql", script);
  const std::string database = (disk.path / "db").string();
  const ProgramRun first = folder.run(database + " -f load.cql");
  CHECK(first.status == 1);
  CHECK_THAT(first.errors, Contains("error[E505]"));
  const auto number_before = [&](const std::string& words) {
    const std::size_t end = first.errors.find(words);
    INFO(first.errors);
    REQUIRE(end != std::string::npos);
    return std::stoi(first.errors.substr(first.errors.rfind(' ', end - 1) + 1));
  };
  const int saved = number_before(" statements ran, 0 refused; ");
  CHECK(saved > 5 + kAdditions);
  CHECK(saved + number_before(" more could not be saved") == 5 + kAdditions + kTimed + kLarge);
  mounted.resize("64m");
  const ProgramRun second = folder.run(way_on(first));
  INFO(second.errors);
  CHECK(second.status == 0);
  const auto answer = [&](const std::string& select) {
    return folder.run(database + " --policy cassandra -e '" + select + "'").output;
  };
  CHECK_THAT(answer("SELECT n FROM k.c"), Contains(" " + std::to_string(kAdditions) + "\n"));
  CHECK_THAT(answer("SELECT count(*) FROM k.o"), Contains(" " + std::to_string(kTimed) + "\n"));
  CHECK_THAT(answer("SELECT count(*) FROM k.t"), Contains(" " + std::to_string(kLarge) + "\n"));
}

TEST_CASE("a statement that could not be saved is not counted among those that ran") {
  const ScratchFolder folder;
  const ScratchFolder disk;
  const test::SmallDisk mounted(disk.path, "1m");
  if (!mounted.is_mounted()) return;
  folder.write("table.cql", kTable);
  folder.write("load.cql", "INSERT INTO k.t (id, v) VALUES (1, '" + std::string(2'000'000, 'v') + "');\n");
  const std::string database = (disk.path / "db").string();
  CHECK(folder.run(database + " -f table.cql").status == 0);
  const ProgramRun run = folder.run(database + " -f load.cql");
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Contains("error[E505]") && Contains("-- stopped at load.cql:1") &&
                             Contains("\n-- 0 statements ran, 0 refused; 1 more could not be saved\n"));
}

TEST_CASE("a file that is no text, and a statement that never ends, are refused before memory is used up") {
  const ScratchFolder folder;
  folder.write("a.cql", "SOURCE '/dev/zero'\n");
  const ProgramRun zeros = folder.run("-f a.cql --diagnostics short");
  CHECK_THAT(zeros.errors, Contains("a.cql:1:1: error[E590]: /dev/zero is no text"));

  folder.write("endless.cql", "USE system;\nSELECT key FROM local WHERE key = '" + std::string(300'000, 'x'));
  const Database database = Database::open_temporary();
  DatabaseConnection connection(database);
  KeptOutput output;
  ShellSettings settings;
  Console console(connection, settings, output);
  StatementRunner runner(console, output);
  ScriptRunner scripts(connection, runner, output, false, {.longest_statement = 100'000});
  scripts.run_file(folder.path / "endless.cql");
  CHECK(scripts.end() == ScriptRunner::End::broken);
  CHECK(scripts.refused() == 1);
  CHECK_THAT(output.take_diagnostics(), Contains("endless.cql:2:1") && Contains("error[E119]"));
}
