#include "shell/terminal/pager.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "refusal/width.h"
#include "shell/editor/interrupt.h"
#include "shell/editor/keys.h"
#include "shell/files/wait_readable.h"

namespace cellar {

namespace {

constexpr std::string_view kQuestion = "\r---MORE---";
// How long an Escape waits for the key that it belongs to.
constexpr int kEscapeMilliseconds = 500;

// The terminal modes that the handler of SIGCONT sets again: while the process was suspended, its shell set its own.
termios mode_of_keys = {};

extern "C" void ask_again(int) {
  const int error = errno;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode_of_keys);
  [[maybe_unused]] const ssize_t written = write(STDOUT_FILENO, kQuestion.data(), kQuestion.size());
  errno = error;
}

/// While this object lives, the terminal delivers single keys and does not echo them, also after Ctrl-Z.
class SingleKeys {
 public:
  SingleKeys() {
    is_terminal_ = tcgetattr(STDIN_FILENO, &before_) == 0;
    if (!is_terminal_) return;
    mode_of_keys = before_;
    mode_of_keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    mode_of_keys.c_cc[VMIN] = 1;
    mode_of_keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode_of_keys);
    struct sigaction asks = {};
    asks.sa_handler = ask_again;
    asks.sa_flags = SA_RESTART;
    sigemptyset(&asks.sa_mask);
    sigaction(SIGCONT, &asks, &continued_before_);
  }
  ~SingleKeys() {
    if (!is_terminal_) return;
    sigaction(SIGCONT, &continued_before_, nullptr);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_ = {};
  struct sigaction continued_before_ = {};
  bool is_terminal_ = false;
};

bool comes_soon() {
  pollfd request = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return poll(&request, 1, kEscapeMilliseconds) > 0;
}

/// Waits for a key and takes all of its bytes: an arrow has several. Returns nothing at the end of the input and
/// after Ctrl-C.
std::optional<Key> read_key() {
  KeyDecoder decoder;
  std::optional<Key> key;
  while (!key || decoder.is_behind_escape()) {
    std::optional<Key> read_now;
    char byte = 0;
    if (decoder.is_behind_escape() && !comes_soon()) {
      read_now = decoder.end_escape();
    } else if (wait_readable(STDIN_FILENO, interrupt_token()) && read(STDIN_FILENO, &byte, 1) == 1) {
      read_now = decoder.feed(byte);
    } else {
      return std::nullopt;
    }
    if (read_now) key = std::move(read_now);
  }
  return key;
}

std::size_t count_marks(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(line, [](char c) { return c != ' '; }));
}

/// Returns what is left of a text once so many characters that are no blanks were shown. A line that was begun goes on at its
/// own indent.
std::string behind(std::string_view text, std::size_t shown) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t marks = count_marks(line);
    if (marks > shown) {
      std::size_t begin = line.find_first_not_of(' ');
      const std::string indent(begin, ' ');
      for (; shown > 0 || line[begin] == ' '; ++begin) {
        if (line[begin] != ' ') --shown;
      }
      return indent + std::string(text.substr(begin));
    }
    shown -= marks;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

}  // namespace

bool ask_for_more(Output& output) {
  std::optional<Key> key;
  {
    // Before the question invites to press a key, which the terminal would echo.
    const SingleKeys keys;
    output.write(kQuestion);
    output.flush();
    key = read_key();
  }
  output.write("\r          \r");
  const bool ends = !key || key->text == "q" || key->text == "Q";
  return !ends && !interrupted();
}

void write_in_pages(const FittedText& text, Output& output) {
  std::size_t columns = output.terminal_columns().value_or(kUsualColumns);
  std::string left = text(columns);
  std::size_t taken = 0;  // rows of the window
  std::size_t shown = 0;  // characters of the text that are no blanks
  while (!left.empty()) {
    // The last row of the window is for the question.
    const std::size_t room = std::max<std::size_t>(output.terminal_rows().value_or(kUsualRows), 2) - 1;
    const std::string line = left.substr(0, left.find('\n'));
    const std::size_t rows = std::max<std::size_t>(1, (display_width(line) + columns - 1) / columns);
    if (taken > 0 && taken + rows > room) {
      if (!ask_for_more(output)) return;
      taken = 0;
      // The window may have got another size at the question.
      const std::size_t columns_now = output.terminal_columns().value_or(kUsualColumns);
      if (std::exchange(columns, columns_now) != columns_now) left = behind(text(columns), shown);
      continue;
    }
    output.write(line + '\n');
    taken += rows;
    shown += count_marks(line);
    left.erase(0, line.size() + 1);
  }
}

}  // namespace cellar
