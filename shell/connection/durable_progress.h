// How much of a run is durable, if its writes are committed in groups one behind the other.
//
// In:      the session; how far the run had come at the end of each group.
// Out:     how far the run has come durably. After a commit was refused or the group was dropped this is exact, so a run
//          that goes on from there neither loses nor repeats a write.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <utility>

#include "shell/connection/connection.h"

namespace cellar {

template <typename Progress>
class DurableProgress {
 public:
  explicit DurableProgress(const Connection& connection) : connection_(connection) { begin(); }

  /// To be called while no commit is under way, if the session has ended groups that are not of this run.
  void begin() {
    ended_ = connection_.durable_groups();
    before_ = last_;
  }
  /// To be called when commit_group() or commit_group_async() has returned.
  void end_group(const Progress& progress) {
    before_ = std::exchange(last_, progress);
    ++ended_;
  }
  /// To be called when nothing is left to commit.
  void end_all(const Progress& progress) {
    last_ = progress;
    begin();
  }
  /// How far the run had come at the end of the last group.
  const Progress& last() const { return last_; }
  bool is_last_durable() const { return connection_.durable_groups() >= ended_; }
  /// All groups but the last are durable, since a commit begins when the one before has ended.
  const Progress& durable() const { return is_last_durable() ? last_ : before_; }

 private:
  const Connection& connection_;
  std::uint64_t ended_ = 0;  // what the session counts when the last group is durable
  Progress before_{};        // at the end of the group before the last
  Progress last_{};
};

}  // namespace cellar
