#include "bell.h"

#include <chrono>

namespace cellar::test {

void Bell::ring() {
  const std::lock_guard guard(mutex_);
  has_rung_ = true;
  changed_.notify_all();
}

bool Bell::await() {
  constexpr std::chrono::minutes kMost{2};  // what takes as long will never come
  std::unique_lock lock(mutex_);
  const bool has_rung = changed_.wait_for(lock, kMost, [this] { return has_rung_; });
  has_rung_ = false;
  return has_rung;
}

}  // namespace cellar::test
