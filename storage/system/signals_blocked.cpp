#include "storage/system/signals_blocked.h"

#include <pthread.h>

#include <csignal>

namespace cellar {

struct SignalMask {
  sigset_t signals{};
};

SignalsBlocked::SignalsBlocked() : before_(std::make_unique<SignalMask>()) {
  sigset_t all;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before_->signals);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_->signals, nullptr); }

}  // namespace cellar
