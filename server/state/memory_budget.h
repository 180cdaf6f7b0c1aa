// Bounds a kind of memory that clients make the server take: answers that they have not read, requests that are not
// answered.
//
// In:      sizes, in bytes.
// Out:     whether so much more may be kept.
// Refused: what is beyond the bound.
#pragma once

#include <atomic>
#include <cstddef>

namespace cellar {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t most) : most_(most) {}

  /// Returns false, and takes nothing, if so many bytes are too many. `is_needed`: they are taken in any case.
  bool take(std::size_t bytes, bool is_needed) {
    if (taken_.fetch_add(bytes) + bytes <= most_ || is_needed) return true;
    taken_ -= bytes;
    return false;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }
  std::size_t taken() const { return taken_; }

 private:
  const std::size_t most_;
  std::atomic<std::size_t> taken_ = 0;
};

}  // namespace cellar
