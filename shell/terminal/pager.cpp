#include "shell/terminal/pager.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "refusal/width.h"
#include "shell/terminal/interrupt.h"

namespace cellar {

namespace {

/// While this object lives, the terminal delivers single keys and does not echo them.
class SingleKeys {
 public:
  SingleKeys() {
    changed_ = tcgetattr(STDIN_FILENO, &before_) == 0;
    if (!changed_) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
  }
  ~SingleKeys() {
    if (changed_) tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_ = {};
  bool changed_ = false;
};

}  // namespace

bool ask_for_more(Output& output) {
  char key = 'q';
  {
    // Before the question invites to press a key, which the terminal would echo.
    const SingleKeys keys;
    output.write("---MORE---");
    output.flush();
    if (!wait_readable(STDIN_FILENO) || read(STDIN_FILENO, &key, 1) != 1) key = 'q';
  }
  output.write("\r          \r");
  return key != 'q' && key != 'Q' && !interrupted();
}

void write_in_pages(std::string_view text, Output& output) {
  const std::size_t columns = output.terminal_columns().value_or(kUsualColumns);
  // The last row is for the question.
  const std::size_t room = std::max<std::size_t>(output.terminal_rows().value_or(kUsualRows), 2) - 1;
  std::size_t taken = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t rows = std::max<std::size_t>(1, (display_width(line) + columns - 1) / columns);
    if (taken > 0 && taken + rows > room) {
      if (!ask_for_more(output)) return;
      taken = 0;
    }
    output.write(std::string(line) + '\n');
    taken += rows;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

}  // namespace cellar
