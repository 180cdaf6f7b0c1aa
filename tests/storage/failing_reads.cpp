#include "failing_reads.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace cellar::test {

namespace {

std::atomic<int> code_of_failure{0};  // 0 if no read is to fail
std::atomic<int> first_failing{0};
std::atomic<int> number_of_failing{0};
std::atomic<int> reads_so_far{0};

}  // namespace

FailingReads::FailingReads(int code, int number, int count) {
  first_failing = number;
  number_of_failing = count;
  reads_so_far = 0;
  code_of_failure = code;
}

FailingReads::~FailingReads() { code_of_failure = 0; }

bool FailingReads::have_begun() const { return reads_so_far >= first_failing; }

ssize_t read_or_fail(int descriptor, void* bytes, size_t size, off_t offset) {
  if (const int code = code_of_failure) {
    const int behind = ++reads_so_far - first_failing;
    if (behind >= 0 && behind < number_of_failing) {
      errno = code;
      return -1;
    }
  }
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

}  // namespace cellar::test

extern "C" {

ssize_t pread(int descriptor, void* bytes, size_t size, off_t offset) {
  return cellar::test::read_or_fail(descriptor, bytes, size, offset);
}

ssize_t pread64(int descriptor, void* bytes, size_t size, off_t offset) {
  return cellar::test::read_or_fail(descriptor, bytes, size, offset);
}
}
