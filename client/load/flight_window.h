// How many requests are under way at a node at a time.
//
// In:      answers, and signs that the node is overloaded.
// Out:     whether one more may be sent.
// Refused: nothing.
//
// As TCP does it: one more for each window of answers, half as many after a sign, and then for a moment none. The moment
// is not the same in two programs that load one cluster.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <random>

namespace cellar {

class FlightWindow {
 public:
  using Clock = std::chrono::steady_clock;

  bool has_room(std::size_t under_way, Clock::time_point now) const {
    return under_way < size_ && now >= paused_until_;
  }
  void note_answer() {
    if (++answers_ < size_) return;
    answers_ = 0;
    size_ = std::min(size_ + kGrowth, kLargest);
  }
  /// The node has said that it is overloaded, or has not answered in time. Requests that were sent before the last sign
  /// tell nothing new.
  void note_pressure(Clock::time_point sent, Clock::time_point now) {
    if (sent < last_pressure_) return;
    last_pressure_ = now;
    size_ = std::max(size_ / 2, kSmallest);
    answers_ = 0;
    std::uniform_int_distribution<int> pause(kShortestPause.count(), kLongestPause.count());
    paused_until_ = now + std::chrono::milliseconds(pause(random_));
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kSmallest = 8, kFirst = 128, kLargest = 512, kGrowth = 8;
  static constexpr std::chrono::duration<int, std::milli> kShortestPause{2}, kLongestPause{20};

  std::size_t size_ = kFirst;
  std::size_t answers_ = 0;  // since the size has changed
  Clock::time_point last_pressure_{}, paused_until_{};
  std::minstd_rand random_{std::random_device()()};
};

}  // namespace cellar
