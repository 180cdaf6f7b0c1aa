#include "executor/write/given_times.h"

namespace cellar {

std::optional<std::int64_t> GivenTimes::last(std::uint64_t key) const {
  const std::lock_guard guard(mutex_);
  const auto found = times_.find(key);
  return found != times_.end() ? std::optional(found->second) : std::nullopt;
}

void GivenTimes::keep(std::uint64_t key, std::int64_t time, std::int64_t now) {
  const std::lock_guard guard(mutex_);
  if (times_.size() >= kMost) std::erase_if(times_, [now](const auto& entry) { return entry.second < now; });
  if (times_.size() >= kMost) times_.clear();
  times_.insert_or_assign(key, time);
}

}  // namespace cellar
