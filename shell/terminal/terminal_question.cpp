#include "shell/terminal/terminal_question.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>

#include "refusal/refusal.h"
#include "shell/editor/interrupt.h"
#include "shell/files/wait_readable.h"
#include "shell/terminal/words/terminal_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Hides what is typed at a terminal.
class HiddenTyping {
 public:
  explicit HiddenTyping(int terminal) : terminal_(terminal), is_hidden_(tcgetattr(terminal, &before_) == 0) {
    termios hidden = before_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (is_hidden_) tcsetattr(terminal, TCSAFLUSH, &hidden);
  }
  ~HiddenTyping() {
    if (is_hidden_) tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  HiddenTyping(const HiddenTyping&) = delete;
  HiddenTyping& operator=(const HiddenTyping&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool is_hidden_;
};

}  // namespace

std::string password_question(const std::string& user, Language language) {
  return TerminalWords::say(language, "Password of {user}: ", {{"user", show_on_terminal(user)}});
}

std::optional<std::string> ask_at_terminal(const std::string& question, TypingShown shown) {
  const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0) return std::nullopt;
  std::string typed;
  char byte = 0;
  ssize_t got = 0;
  {
    std::optional<HiddenTyping> hidden;
    if (shown == TypingShown::no) hidden.emplace(terminal);  // first: who sees the question may type at once
    dprintf(terminal, "%s", question.c_str());
    // A signal that comes just before a read would not end it.
    const auto read_byte = [&] {
      got = wait_readable(terminal, interrupt_token()) ? read(terminal, &byte, 1) : -1;
      return got == 1;
    };
    while (read_byte() && byte != '\n') typed += byte;
  }
  const bool is_given_up = got != 1;
  if (shown == TypingShown::no || is_given_up) dprintf(terminal, "\n");
  close(terminal);
  if (is_given_up) refuse("interrupted");
  return typed;
}

}  // namespace cellar
