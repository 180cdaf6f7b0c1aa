// Tests of the signals that the threads of the library receive.
#include "storage/system/signals_blocked.h"

#include <catch2/catch.hpp>
#include <thread>

namespace cellar {

TEST_CASE("a thread receives no signals but those of its own faults") {
  sigset_t blocked;
  std::thread thread;
  {
    const SignalsBlocked in_this_thread;
    thread = std::thread([&] { pthread_sigmask(SIG_SETMASK, nullptr, &blocked); });
  }
  thread.join();
  for (const int signal : {SIGINT, SIGTERM, SIGWINCH, SIGUSR1}) CHECK(sigismember(&blocked, signal) == 1);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) CHECK(sigismember(&blocked, fault) == 0);
}

}  // namespace cellar
