// Writes of a group that are answered before they have run: a cluster runs many of them at a time.
//
// In:      nothing; a Connection hands writes over within a group.
// Out:     how many were handed over, how many of them are done; which ones were refused in the end, and notices that they have
//          earned.
// Refused: nothing.
//
// Writes are numbered from 1 on, in the order in which they were handed over. One that is done has run, or was refused.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct LateRefusal {
  std::uint64_t write = 0;
  Refusal refusal;
};

struct LateNotice {
  std::uint64_t write = 0;  // the first one that has earned it
  std::size_t times = 0;    // how many have
  Diagnostic notice;
};

class LateWrites {
 public:
  LateWrites() = default;
  virtual ~LateWrites() = default;
  LateWrites(const LateWrites&) = delete;
  LateWrites& operator=(const LateWrites&) = delete;

  virtual std::uint64_t handed_over() const = 0;
  /// Returns the number of a write before which, itself included, all are done.
  virtual std::uint64_t done() const = 0;
  /// Returns the number of the last write that must not run twice; 0: there was none.
  virtual std::uint64_t last_unrepeatable() const = 0;
  /// Waits until all that were handed over are done.
  virtual void await_all() = 0;
  /// Returns those that were refused since the last call, in any order.
  virtual std::vector<LateRefusal> take_refusals() = 0;
  /// Returns the notices since the last call, in the order of their writes.
  virtual std::vector<LateNotice> take_notices() = 0;
};

/// Where the writes came from that are not done yet: the statements of a script, the rows of a file.
template <typename Origin>
class OriginsOfWrites {
 public:
  /// To be called behind each statement or row. Keeps `origin()` if it has handed over a write.
  template <typename MakeOrigin>
  void note(const LateWrites& writes, MakeOrigin origin) {
    const std::uint64_t last = writes.handed_over();
    if (last > noted_) origins_.emplace_back(last, origin());
    noted_ = last;
  }
  /// Calls `tell(origin, notice)` for each notice. To be called before take_refusals(), which forgets the origins.
  template <typename Tell>
  void take_notices(LateWrites& writes, Tell tell) const {
    for (const LateNotice& each : writes.take_notices()) {
      const auto origin = std::ranges::lower_bound(origins_, each.write, {}, &Entry::first);
      if (origin != origins_.end()) tell(origin->second, each);
    }
  }
  /// Calls `refuse(origin, refusal)` for each refusal, in the order of the writes, and once if several of one origin are
  /// refused. Forgets the origins of what is done. Requires that all writes were noted.
  template <typename Refuse>
  void take_refusals(LateWrites& writes, Refuse refuse) {
    std::vector<LateRefusal> refusals = writes.take_refusals();
    std::ranges::sort(refusals, {}, &LateRefusal::write);
    auto origin = origins_.begin();
    for (const LateRefusal& each : refusals) {
      if (origin != origins_.begin() && each.write <= std::prev(origin)->first) continue;
      while (origin != origins_.end() && origin->first < each.write) ++origin;
      if (origin == origins_.end()) break;  // it was not noted
      refuse(origin->second, each);
      ++origin;
    }
    while (!origins_.empty() && origins_.front().first <= writes.done()) origins_.pop_front();
  }

 private:
  using Entry = std::pair<std::uint64_t, Origin>;

  std::deque<Entry> origins_;  // with the last write of each
  std::uint64_t noted_ = 0;
};

}  // namespace cellar
