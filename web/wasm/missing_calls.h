// What sources of the shell ask of a system and the C library of WASI lacks.
//
// In:      what the calls of the system take.
// Out:     success of what concerns signals, which never come.
// Refused: nothing: what cannot be served fails, with the error in errno.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <initializer_list>

#define CLOCK_MONOTONIC_COARSE CLOCK_MONOTONIC
#define O_TMPFILE 0
#define SIG_BLOCK 0
#define SIG_SETMASK 2

inline int sigemptyset(sigset_t*) { return 0; }
inline int sigaddset(sigset_t*, int) { return 0; }
inline int pthread_sigmask(int, const sigset_t*, sigset_t*) { return 0; }
/// A file can always be read.
inline int ppoll(struct pollfd*, nfds_t count, const struct timespec*, const sigset_t*) {
  return static_cast<int>(count);
}
inline int fchown(int, uid_t, gid_t) {
  errno = ENOSYS;
  return -1;
}
