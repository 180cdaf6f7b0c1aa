#include "shell/editor/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace cellar {

namespace {

std::atomic<int> interrupting = 0;                     // the signal; 0: none has come
static_assert(std::atomic<int>::is_always_lock_free);  // so that a signal handler may set it

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

StopToken interrupt_token() { return StopToken(interrupting); }

bool interrupted() { return interrupting != 0; }

int interrupting_signal() {
  const int signal_number = interrupting;
  return signal_number != 0 ? signal_number : SIGINT;
}

void forget_interrupt() {
  interrupting = 0;
  repetitions = 0;
}

}  // namespace cellar
