#include "prompt_bytes.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string_view>
#include <utility>

PromptTerminal::PromptTerminal(const ScratchFolder& folder, Colours colours, const char* kind) {
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

PromptTerminal::~PromptTerminal() {
  close(terminal_);
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
}

std::string PromptTerminal::type(const std::string& keys, const std::string& text) {
  REQUIRE(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  return wait_for(text);
}

std::string PromptTerminal::wait_for(const std::string& text) {
  std::size_t found = std::string::npos;
  while ((found = screen_.find(text)) == std::string::npos && read_more()) {
    // Asks the terminal to mark pastes: it comes before the prompt, and shows nothing.
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

bool PromptTerminal::shows(const std::string& text) {
  while (read_more(0)) {
  }
  return screen_.find(text) != std::string::npos;
}

void PromptTerminal::use_keyspace() {
  wait_for("cellar> ");
  type("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n",
       "\ncellar> ");
  type("USE k;\n", "\ncellar:k> ");
}

int PromptTerminal::leave(const std::string& keys) {
  REQUIRE(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  while (read_more()) {
  }
  INFO("on the screen: " << screen_);
  REQUIRE(is_closed_);  // or the program would be waited for without end
  int status = 0;
  waitpid(std::exchange(child_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool PromptTerminal::read_more(int wait) {  // milliseconds: then the program hangs
  pollfd request = {terminal_, POLLIN, 0};
  if (poll(&request, 1, wait) <= 0) return false;
  char piece[4096];
  const ssize_t count = read(terminal_, piece, sizeof piece);
  is_closed_ = count <= 0;
  if (is_closed_) return false;
  screen_.append(piece, static_cast<std::size_t>(count));
  return true;
}
