// When a group of writes ends: of a script, and of COPY FROM.
//
// In:      the session that has the group open; the size of each statement or row that was run in it.
// Out:     whether the group must end: it is large, it has lasted for kLongest, or it has lasted for kShortest and another
//          writer waits.
// Refused: nothing.
//
// A group that touches the pages of an earlier one writes them again, so fewer groups make a smaller file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "shell/connection/coarse_clock.h"
#include "shell/connection/connection.h"

namespace cellar {

class GroupLimits {
 public:
  static constexpr std::chrono::milliseconds kLongest{10'000};
  static constexpr std::chrono::milliseconds kShortest{200};
  /// The size of a group is checked after so many writes, or so many bytes of them, whichever is first: a few long ones
  /// can make it large.
  static constexpr std::size_t kWritesBetweenChecks = 64;
  static constexpr std::size_t kBytesBetweenChecks = 1 << 20;
  /// Behind kShortest, the time between two checks for another writer.
  static constexpr std::chrono::milliseconds kTimeBetweenChecks{50};

  explicit GroupLimits(Connection& connection) : connection_(connection) {}

  void begin_group(CoarseClock::time_point now = CoarseClock::now());
  /// To be called after each statement or row. Returns true if the size of the group is due to be checked.
  bool note(std::size_t bytes) {
    ++writes_;
    unchecked_bytes_ += bytes;
    if (writes_ % kWritesBetweenChecks != 0 && unchecked_bytes_ < kBytesBetweenChecks) return false;
    unchecked_bytes_ = 0;
    return true;
  }
  /// `is_size_due` is what note() has returned.
  bool must_end_group(bool is_size_due, CoarseClock::time_point now = CoarseClock::now());

 private:
  bool must_yield(CoarseClock::time_point now);

  Connection& connection_;
  std::uint64_t writes_ = 0;         // of all groups
  std::size_t unchecked_bytes_ = 0;  // since the last check of the size
  CoarseClock::time_point begin_;    // of the group
  CoarseClock::time_point next_check_;
};

}  // namespace cellar
