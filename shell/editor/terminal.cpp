#include "shell/editor/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "shell/editor/interrupt.h"

namespace cellar {

namespace {

// How long an Escape waits for the key that it belongs to, as in readline: a slow line may part the bytes of a key.
constexpr timespec kEscapeWait = {.tv_sec = 0, .tv_nsec = 500'000'000};

volatile std::sig_atomic_t size_changed = 0;
volatile std::sig_atomic_t was_continued = 0;
volatile std::sig_atomic_t keys_are_read = 0;
termios mode_at_end = {};

constexpr std::array kEndingSignals = {SIGTERM, SIGHUP, SIGQUIT};

extern "C" void note_size_change(int) { size_changed = 1; }
extern "C" void note_continuation(int) { was_continued = 1; }

extern "C" void restore_and_end(int signal_number) {
  if (keys_are_read != 0) tcsetattr(STDIN_FILENO, TCSANOW, &mode_at_end);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

/// A system call that a handled signal interrupts goes on, except a poll.
void handle(int signal_number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  struct sigaction before = {};
  sigaction(signal_number, nullptr, &before);
  const bool is_ignored = before.sa_handler == SIG_IGN;  // by nohup
  if (!is_ignored) sigaction(signal_number, &action, nullptr);
}

/// Blocks what a wait looks for: a signal that came between the look and the wait would be missed.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (const int each : {SIGINT, SIGWINCH, SIGCONT}) sigaddset(&blocked, each);
    sigprocmask(SIG_BLOCK, &blocked, &before_);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

}  // namespace

Terminal::Terminal() {
  is_known_ = tcgetattr(STDIN_FILENO, &found_) == 0;
  mode_at_end = found_;
  handle(SIGWINCH, note_size_change);
  handle(SIGCONT, note_continuation);
  for (const int each : kEndingSignals) handle(each, restore_and_end);
}

Terminal::~Terminal() {
  end_keys();
  std::signal(SIGWINCH, SIG_DFL);
  std::signal(SIGCONT, SIG_DFL);
  for (const int each : kEndingSignals) std::signal(each, SIG_DFL);
}

void Terminal::set(const termios& mode) const {
  if (!is_known_) return;
  while (tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0 && errno == EINTR) {
  }
}

void Terminal::begin_keys() {
  termios mode = found_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  mode.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
  mode.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  keys_are_read = 1;
  set(mode);
}

void Terminal::end_keys() {
  set(found_);
  keys_are_read = 0;
}

void Terminal::end_keys_quietly() {
  termios mode = found_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  set(mode);
}

std::optional<TerminalEvent> Terminal::wait() const {
  const BlockedSignals blocked;
  for (;;) {
    if (interrupted()) return TerminalEvent::interrupted;
    if (was_continued != 0) {
      was_continued = 0;
      return TerminalEvent::continued;
    }
    if (size_changed != 0) {
      size_changed = 0;
      return TerminalEvent::resized;
    }
    pollfd request = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    const timespec* const most = decoder_.is_behind_escape() ? &kEscapeWait : nullptr;
    if (ppoll(&request, 1, most, &blocked.before()) >= 0) return std::nullopt;
    if (errno != EINTR) return TerminalEvent::closed;
  }
}

/// Reads no byte beyond the key: what is not taken here may be meant for another reader, as the answer to a question.
std::variant<Key, TerminalEvent> Terminal::next() {
  for (;;) {
    // The bytes of a paste follow each other, and are many: they are not waited for one by one.
    const std::size_t sure = decoder_.sure_bytes();
    if (sure > 1 && interrupted()) return TerminalEvent::interrupted;
    if (const std::optional<TerminalEvent> event = sure > 1 ? std::nullopt : wait()) return *event;
    if (decoder_.is_behind_escape() && !has_more()) {
      if (std::optional<Key> key = decoder_.end_escape()) return *std::move(key);
      continue;
    }
    std::array<char, 8> bytes = {};
    const ssize_t count = read(STDIN_FILENO, bytes.data(), std::min(sure, bytes.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return TerminalEvent::closed;
    for (ssize_t i = 0; i < count; ++i) {
      if (std::optional<Key> key = decoder_.feed(bytes[static_cast<std::size_t>(i)])) return *std::move(key);
    }
  }
}

bool Terminal::has_more(int milliseconds) const {
  pollfd request = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return poll(&request, 1, milliseconds) > 0;
}

TerminalSize Terminal::size() const {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

void Terminal::show(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written <= 0) return;  // the next read finds the terminal closed
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Terminal::suspend() {
  end_keys();
  kill(0, SIGTSTP);  // the whole group, as the terminal does
  was_continued = 0;
  begin_keys();
}

}  // namespace cellar
