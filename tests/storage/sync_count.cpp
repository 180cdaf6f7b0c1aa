// Counts what the program and LMDB ask the system to make durable.

#include "sync_count.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace cellar::test {

namespace {

std::atomic<int> syncs{0};

}  // namespace

int sync_count() { return syncs; }

}  // namespace cellar::test

extern "C" {

int fdatasync(int descriptor) {
  ++cellar::test::syncs;
  return static_cast<int>(syscall(SYS_fdatasync, descriptor));
}

int fsync(int descriptor) {
  ++cellar::test::syncs;
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

int msync(void* address, size_t length, int flags) {
  ++cellar::test::syncs;
  return static_cast<int>(syscall(SYS_msync, address, length, flags));
}
}
