#include "web/notebook/recent_counts.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::size_t kMostAddresses = 10'000;

}  // namespace

double RecentCounts::of(const std::string& address, Clock::time_point now) const {
  const auto found = counts_.find(address);
  if (found == counts_.end()) return 0;
  return std::max(0.0, found->second.value - std::chrono::duration<double>(now - found->second.at) / each_);
}

double RecentCounts::add(const std::string& address, Clock::time_point now) {
  const double count = of(address, now) + 1;
  if (counts_.size() >= kMostAddresses && !counts_.contains(address)) forget_oldest();
  counts_[address] = {count, now};
  return count;
}

void RecentCounts::forget_oldest() {
  counts_.erase(std::ranges::min_element(
      counts_, [](const auto& left, const auto& right) { return left.second.at < right.second.at; }));
}

}  // namespace cellar
