// Signals that a thread waits for, instead of handlers that interrupt any.
//
// In:      SIGINT, SIGTERM and SIGHUP, which ask to end; SIGUSR1.
// Out:     whether one has come that asks to end; a wait for the first of them. Another one, half a second later, ends
//          the process at once.
// Refused: nothing.
//
// It must be made before other threads are: they inherit that the signals are blocked.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
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
  /// Waits for the first signal that asks to end, and returns its number. Calls `on_user_signal` for each SIGUSR1.
  int await(const std::function<void()>& on_user_signal);

 private:
  void watch();

  std::atomic<int> requested_ = 0;  // the number of the first signal that asks to end
  std::atomic<bool> is_ending_ = false;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  unsigned user_signals_ = 0;  // that nobody was told of
  std::thread thread_;
};

}  // namespace cellar
