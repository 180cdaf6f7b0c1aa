// Goes through the history entry by entry; what was changed in one on the way is there when it is come to again.
//
// In:      the entries, oldest first, and the text that is left at each step.
// Out:     the text to show.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cellar {

enum class HistoryWay : std::uint8_t { older, newer };

class HistoryWalk {
 public:
  /// `entries` outlives the walk, which begins behind the newest one.
  explicit HistoryWalk(const std::vector<std::string>& entries) : entries_(entries), at_(entries.size()) {}

  /// Returns nothing at the end of the history; `left` is the text that is shown now.
  std::optional<std::string> step(HistoryWay way, const std::string& left);
  /// Goes to the entry `index`.
  std::string jump(std::size_t index, const std::string& left);

 private:
  const std::vector<std::string>& entries_;
  std::size_t at_;
  std::map<std::size_t, std::string> changed_;
};

}  // namespace cellar
