// Wakes a test that waits for a connection.
//
// In:      rings, from any thread.
// Out:     whether there was one since the last wait.
// Refused: to wait for ever.
#pragma once

#include <condition_variable>
#include <mutex>

namespace cellar::test {

/// Told by any thread that a connection has something to do.
class Bell {
 public:
  void ring();
  /// Returns false if nobody has rung for very long.
  bool await();

 private:
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  bool has_rung_ = false;
};

}  // namespace cellar::test
