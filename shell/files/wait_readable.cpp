#include "shell/files/wait_readable.h"

#include <poll.h>

#include <cerrno>
#include <csignal>

namespace cellar {

// The signals that may ask to stop are unblocked only while ppoll waits: one that came just before the call would otherwise
// be missed. Then a thread of the database may take it, which does not end the wait, so the token is looked at once a second.
bool wait_readable(int descriptor, const StopToken& stop) {
  constexpr timespec kSecond{1, 0};
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&blocked, each);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  pollfd request = {.fd = descriptor, .events = POLLIN, .revents = 0};
  for (int ready = 0; !stop.stop_requested() && (ready == 0 || (ready < 0 && errno == EINTR));)
    ready = ppoll(&request, 1, &kSecond, &before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return !stop.stop_requested();
}

}  // namespace cellar
