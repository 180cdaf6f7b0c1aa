// Asks a long operation to stop.
//
// In:      a number that somebody else sets: a signal, a person who leaves a page.
// Out:     whether it is set. Long work asks between its steps, and refuses itself or stops.
// Refused: nothing.
#pragma once

#include <atomic>

namespace cellar {

class StopToken {
 public:
  /// Never asks to stop.
  StopToken() = default;
  /// Asks to stop while `requested` is not 0. It must outlive the token.
  explicit StopToken(const std::atomic<int>& requested) : requested_(&requested) {}

  /// Returns false for a token that never asks to stop.
  bool may_stop() const { return requested_ != nullptr; }
  bool stop_requested() const {
    return requested_ != nullptr && requested_->load(std::memory_order_relaxed) != 0;
  }
  /// The same, for those who take a function that asks.
  bool operator()() const { return stop_requested(); }

 private:
  const std::atomic<int>* requested_ = nullptr;
};

}  // namespace cellar
