// Ctrl-C, pressed again before the first one is answered.
#include "shell/editor/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "run_program.h"
#include "terminal.h"

using Catch::Contains;

namespace {

/// Returns how a process ends that gets SIGINT so many times: 0, or the signal that ended it. What it says goes to `errors`.
int end_of_process(int interrupts, bool outlasts, const std::string& errors) {
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(errors.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
    cellar::watch_interrupts();
    if (outlasts) cellar::outlast_interrupts();
    for (int i = 0; i < interrupts; ++i) std::raise(SIGINT);
    _exit(cellar::interrupted() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

std::size_t count_of_drops(const TerminalSession& terminal) {
  const std::string text = terminal.all_text();
  std::size_t count = 0;
  for (std::size_t at = text.find("^C"); at != text.npos; at = text.find("^C", at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a second Ctrl-C ends a script, and no number of them ends a prompt") {
  const ScratchFolder folder;
  const std::string errors = (folder.path / "errors").string();
  CHECK(end_of_process(1, false, errors) == 0);
  CHECK(end_of_process(2, false, errors) == SIGINT);
  CHECK(end_of_process(2, true, errors) == 0);
  CHECK(folder.read("errors").empty());
  CHECK(end_of_process(5, true, errors) == 0);
  CHECK(folder.read("errors") == "\n-- Ctrl-\\ ends the program at once\n");
}

TEST_CASE("a database in memory outlives an impatient hand") {
  const ScratchFolder folder;
  const std::string pipe = (folder.path / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  TerminalSession terminal({.folder = folder.path});
  terminal.wait_for_prompt();
  terminal.run(
      "CREATE KEYSPACE kept WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
  terminal.type("SOURCE 'pipe'\n");
  const int writer = open(pipe.c_str(), O_WRONLY);
  REQUIRE(writer >= 0);
  for (int i = 0; i < 1000; ++i) kill(terminal.process(), SIGINT);
  terminal.wait_for_prompt();
  close(writer);
  // The last of the signals may be on its way: it is answered before this key is.
  const std::size_t drops = count_of_drops(terminal);
  terminal.press("Ctrl-C");
  terminal.wait_until("another ^C", [&](const TerminalScreen&) { return count_of_drops(terminal) > drops; });
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.run("DESCRIBE KEYSPACES"), Contains("kept"));
}
