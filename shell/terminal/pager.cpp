#include "shell/terminal/pager.h"

#include <termios.h>
#include <unistd.h>

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

}  // namespace cellar
