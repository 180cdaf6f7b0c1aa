#include "failing_meta_write.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace cellar::test {

namespace {

constexpr off_t kEndOfMetaPages = 2 * 4096;

std::function<void()> before_failure;
std::atomic<bool> next_fails{false};

}  // namespace

void fail_next_meta_write(std::function<void()> before) {
  before_failure = std::move(before);
  next_fails = true;
}

bool next_meta_write_has_failed() { return !next_fails; }

ssize_t write_or_fail(int descriptor, const void* bytes, size_t size, off_t offset) {
  if (offset < kEndOfMetaPages && next_fails) {
    before_failure();
    next_fails = false;
    errno = EIO;
    return -1;
  }
  return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

}  // namespace cellar::test

extern "C" {

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  return cellar::test::write_or_fail(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off_t offset) {
  return cellar::test::write_or_fail(descriptor, bytes, size, offset);
}
}
