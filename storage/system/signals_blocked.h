// Threads that receive no signals: those are for the program's thread that reads input and waits.
//
// In:      nothing.
// Out:     threads with blocked signals, but for those of a fault of the thread itself: if these are blocked, the
//          system ends the process without a word (storage/system/fault_signals.h).
// Refused: nothing.
#pragma once

#include <pthread.h>

#include <csignal>

namespace cellar {

/// A thread that is started while such an object lives receives no signals.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace cellar
