// The findings of `cellar readiness` while they are gathered.
//
// In:      diagnostics with what they are about; the levels of their codes.
// Out:     findings, one for each message and subject of a script; their number is bounded.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "shell/check/readiness/readiness.h"

namespace cellar {

/// The level that a harm has unless it is set; nothing for what does not hurt.
std::optional<LintLevel> level_of_harm(std::string_view id);

class FoundHarm {
 public:
  /// `levels` must outlive it.
  explicit FoundHarm(const LintLevels& levels) : levels_(levels) {}

  /// Adds what hurts, with the level of its message. `finding.level` is not read.
  void add(ReadinessFinding finding);
  /// Adds it with this level, unless another one is set. In a script a further finding of the same message and subject is
  /// counted with the first one.
  void add(ReadinessFinding finding, LintLevel usual);

  /// The largest harm first.
  std::vector<ReadinessFinding> take();
  std::uint64_t left_out() const { return left_out_; }

 private:
  const LintLevels& levels_;
  std::vector<ReadinessFinding> findings_;
  std::unordered_map<std::string, std::size_t> of_scripts_;  // indexes of findings, by what they say
  std::uint64_t left_out_ = 0;
};

}  // namespace cellar
