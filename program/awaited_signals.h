// Signals that a thread waits for, instead of handlers that interrupt any.
//
// In:      SIGINT, SIGTERM and SIGHUP.
// Out:     whether one has come; a wait for the first. A second one ends the process at once.
// Refused: nothing.
//
// It must be made before other threads are: they inherit that the signals are blocked.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "storage/transaction/stop_token.h"

namespace cellar {

class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  /// Asks to stop once a signal has come.
  StopToken stop() const { return StopToken(requested_); }
  /// Waits for the first signal, and returns its number.
  int await();

 private:
  void watch();

  std::atomic<int> requested_ = 0;  // the number of the first signal
  std::atomic<bool> is_ending_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace cellar
