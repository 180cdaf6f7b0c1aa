#include "shell/terminal/interrupt.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace cellar {

namespace {

volatile std::sig_atomic_t interrupting = 0;  // the signal; 0: none has come

volatile std::sig_atomic_t outlasts_interrupts = 0;
volatile std::sig_atomic_t repetitions = 0;

void say_how_to_end() {
  constexpr std::string_view kHint = "\n-- Ctrl-\\ ends the program at once\n";
  // Not at the second Ctrl-C, which an impatient hand types before the first could be answered.
  repetitions = repetitions + 1;
  if (repetitions != 2) return;
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kHint.data(), kHint.size());
  errno = error;
}

extern "C" void note_interrupt(int signal_number) {
  if (interrupting == 0) {
    interrupting = signal_number;
  } else if (outlasts_interrupts != 0 && signal_number == SIGINT) {
    say_how_to_end();
  } else {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
  }
}

sigset_t watched_signals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, each);
  return watched;
}

void watch(int signal_number) {
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  // Without SA_RESTART, so that a read that waits for a person returns.
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, nullptr);
  sigset_t let_in;
  sigemptyset(&let_in);
  sigaddset(&let_in, signal_number);
  sigprocmask(SIG_UNBLOCK, &let_in, nullptr);
}

}  // namespace

void watch_interrupts() { watch(SIGINT); }

void outlast_interrupts() { outlasts_interrupts = 1; }

void watch_requests_to_end() {
  for (const int each : {SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(each, nullptr, &before);
    if (before.sa_handler != SIG_IGN) watch(each);
  }
}

bool interrupted() { return interrupting != 0; }

int interrupting_signal() { return interrupting != 0 ? interrupting : SIGINT; }

void forget_interrupt() {
  interrupting = 0;
  repetitions = 0;
}

// The signals are unblocked only while ppoll waits: one that came just before the call would otherwise be missed. Then a
// thread of the database may take it, which does not end the wait, so the flag is looked at once a second.
bool wait_readable(int descriptor) {
  constexpr timespec kSecond{1, 0};
  const sigset_t blocked = watched_signals();
  sigset_t before;
  sigprocmask(SIG_BLOCK, &blocked, &before);
  pollfd request = {.fd = descriptor, .events = POLLIN, .revents = 0};
  for (int ready = 0; interrupting == 0 && (ready == 0 || (ready < 0 && errno == EINTR));)
    ready = ppoll(&request, 1, &kSecond, &before);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return interrupting == 0;
}

}  // namespace cellar
