// The question between two pages of a result, where a transcript does not reach.
#include <fcntl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "process.h"
#include "terminal.h"

namespace {

/// Stops a process and lets it go on as Ctrl-Z and `fg` do: a shell sets modes of its own in between. Returns when the
/// process has changed them again.
void suspend_and_go_on(pid_t process) {
  kill(process, SIGSTOP);
  int status = 0;
  REQUIRE(waitpid(process, &status, WUNTRACED) == process);
  REQUIRE(WIFSTOPPED(status));
  const std::string path = "/proc/" + std::to_string(process) + "/fd/0";
  const int terminal = open(path.c_str(), O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  termios mode = {};
  REQUIRE(tcgetattr(terminal, &mode) == 0);
  mode.c_lflag |= ICANON | ECHO;
  REQUIRE(tcsetattr(terminal, TCSANOW, &mode) == 0);
  kill(process, SIGCONT);
  for (int times = 0; times < 6'000 && (mode.c_lflag & ECHO) != 0; ++times) {
    usleep(10'000);
    REQUIRE(tcgetattr(terminal, &mode) == 0);
  }
  close(terminal);
  CHECK((mode.c_lflag & (ICANON | ECHO)) == 0);
}

}  // namespace

TEST_CASE("a pager that was suspended asks again and takes a single key") {
  const TemporaryFolder folder;
  TerminalSession terminal({.folder = folder.path, .size = {10, 80}});
  terminal.wait_for_prompt();
  terminal.type("HELP KEYS\n");
  terminal.wait_for("---MORE---");
  suspend_and_go_on(terminal.process());
  terminal.type("q");
  terminal.wait_for_prompt();
}
