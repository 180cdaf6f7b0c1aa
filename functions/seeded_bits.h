// The bits of now() and uuid() where they are to be the same in each run: in lessons and tests.
//
// In:      a seed.
// Out:     the node of now(), and one bit sequence for all uuids. Threads may share it.
// Refused: nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>

namespace cellar {

class SeededBits {
 public:
  /// Nothing: uuids are random again.
  void seed(std::optional<std::uint64_t> seed) {
    const std::lock_guard lock(mutex_);
    is_seeded_ = seed.has_value();
    engine_.seed(seed.value_or(0));
    node_ = engine_();
  }
  bool is_seeded() const { return is_seeded_; }
  std::uint64_t node() {
    const std::lock_guard lock(mutex_);
    return node_;
  }
  std::uint64_t next() {
    const std::lock_guard lock(mutex_);
    return engine_();
  }

 private:
  std::atomic<bool> is_seeded_ = false;
  std::mutex mutex_;  // guards the members below
  std::mt19937_64 engine_;
  std::uint64_t node_ = 0;
};

}  // namespace cellar
