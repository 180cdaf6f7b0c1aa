#include "shell/interrupt.h"

#include <poll.h>

#include <cerrno>
#include <csignal>

namespace cellar {

namespace {

volatile std::sig_atomic_t interrupts = 0;

extern "C" void count_interrupt(int signal_number) {
  if (interrupts > 0) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
    return;
  }
  interrupts = 1;
}

}  // namespace

void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = count_interrupt;
  // Without SA_RESTART, so that a read that waits for a person returns.
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return interrupts != 0; }

void forget_interrupt() { interrupts = 0; }

// SIGINT is unblocked only while ppoll waits: one that came just before the call would otherwise be missed.
bool wait_readable(int descriptor) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  sigset_t waiting = before;
  sigdelset(&waiting, SIGINT);
  pollfd request = {.fd = descriptor, .events = POLLIN, .revents = 0};
  while (interrupts == 0 && ppoll(&request, 1, nullptr, &waiting) < 0 && errno == EINTR) {
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return interrupts == 0;
}

}  // namespace cellar
