#include "shell/editor/history/history_walk.h"

namespace cellar {

std::optional<std::string> HistoryWalk::step(HistoryWay way, const std::string& left) {
  if (way == HistoryWay::older ? at_ == 0 : at_ >= entries_.size()) return std::nullopt;
  return jump(way == HistoryWay::older ? at_ - 1 : at_ + 1, left);
}

std::string HistoryWalk::jump(std::size_t index, const std::string& left) {
  if (at_ == entries_.size() || entries_[at_] != left) changed_[at_] = left;
  at_ = index;
  if (const auto changed = changed_.find(index); changed != changed_.end()) return changed->second;
  return index < entries_.size() ? entries_[index] : std::string();
}

}  // namespace cellar
