#include "shell/interrupt.h"

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
  // No SA_RESTART: a read that waits for a person has to return.
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return interrupts != 0; }

void forget_interrupt() { interrupts = 0; }

}  // namespace cellar
