// How often something has happened lately, by address.
//
// In:      addresses, and the time.
// Out:     counts, each of which goes down by one in a fixed time.
// Refused: nothing. Beyond ten thousand addresses those that were seen least lately are forgotten.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace cellar {

class RecentCounts {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RecentCounts(std::chrono::milliseconds until_one_is_forgotten) : each_(until_one_is_forgotten) {}

  double of(const std::string& address, Clock::time_point now) const;
  /// Returns the count with this one.
  double add(const std::string& address, Clock::time_point now);

 private:
  struct Count {
    double value = 0;
    Clock::time_point at;
  };
  void forget_oldest();

  const std::chrono::duration<double> each_;
  std::map<std::string, Count> counts_;
};

}  // namespace cellar
