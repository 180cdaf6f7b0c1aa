// The clock of the shell's database. It is that of the system until somebody sets it, for a lesson or a test.
//
// In:      a time, a step, a distance.
// Out:     microseconds since 1970. A clock that was set does not move within a statement, and takes its step from
//          each statement to the next. Threads may share it.
// Refused: nothing. The callers check the range of a time.
#pragma once

#include <algorithm>
#include <atomic>

#include "storage/format/timestamp.h"
#include "storage/system/clock.h"

namespace cellar {

class LessonClock {
 public:
  /// 2086-01-01. A cell with the longest time to live that is written later would expire after February 2106, the
  /// last expiry there is, and so too early.
  static constexpr Timestamp kLast = 3'660'681'600'000'000;

  Timestamp now() const {
    return stands_.load(std::memory_order_acquire) ? time_.load()
                                                   : system_clock_microseconds() + ahead_.load();
  }
  /// To be called before each statement. The first one after set() still has the time that was set.
  void begin_statement() {
    if (!stands_.load(std::memory_order_relaxed)) return;
    if (has_begun_.exchange(true)) time_ = std::min(time_ + step_, kLast);
  }
  void set(Timestamp time, Timestamp step) {
    time_ = time;
    step_ = step;
    has_begun_ = false;
    stands_.store(true, std::memory_order_release);
  }
  /// Moves a clock that was set. One that follows the system runs ahead of it from then on.
  void advance(Timestamp by) { (stands_ ? time_ : ahead_) += by; }
  void follow_system() {
    stands_ = false;
    ahead_ = 0;
  }
  bool stands() const { return stands_; }
  Timestamp step() const { return step_; }
  Timestamp ahead() const { return ahead_; }

 private:
  std::atomic<bool> stands_ = false;
  std::atomic<bool> has_begun_ = false;  // a statement has run since set()
  std::atomic<Timestamp> time_ = 0;      // of a clock that was set
  std::atomic<Timestamp> step_ = 0;
  std::atomic<Timestamp> ahead_ = 0;  // of the system's clock
};

}  // namespace cellar
