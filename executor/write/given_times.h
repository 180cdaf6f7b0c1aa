// The latest time given to each key that was moved, so that the next write need not probe all earlier ones.
//
// In:      a number for what else the key holds; a time, in milliseconds since 1970.
// Out:     the time that was kept for it last. A hint: it may be forgotten, and a collision of numbers may give
//          another's.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace cellar {

/// Sessions share it.
class GivenTimes {
 public:
  std::optional<std::int64_t> last(std::uint64_t key) const;
  /// Keeps a time. Those before `now` are of no use any more, and are forgotten.
  void keep(std::uint64_t key, std::int64_t time, std::int64_t now);

 private:
  static constexpr std::size_t kMost = 10'000;

  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::int64_t> times_;  // guarded by mutex_
};

}  // namespace cellar
