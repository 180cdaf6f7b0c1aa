// Lets reads of files fail, as a disk that fails or a signal that comes lets them.
//
// In:      the error, and which of the reads (pread) from now on fail.
// Out:     whether as many reads have come.
// Refused: nothing.
#pragma once

namespace cellar::test {

/// While it lives, `count` reads of this process fail, beginning with the one of the number (1: the next one).
class FailingReads {
 public:
  FailingReads(int code, int number, int count);
  ~FailingReads();
  FailingReads(const FailingReads&) = delete;
  FailingReads& operator=(const FailingReads&) = delete;

  bool have_begun() const;
};

}  // namespace cellar::test
