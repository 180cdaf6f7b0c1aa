#include "shell/editor/history/history_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/editor/words/editor_words.h"
#include "types/text/text.h"

namespace cellar {

HistorySearch::HistorySearch(const std::vector<std::string>& entries, HistoryWay way, Language language)
    : entries_(entries), way_(way), language_(language) {}

bool HistorySearch::find_in(std::size_t entry, Step& step) const {
  const bool ignores_case = to_lower(step.wanted) == step.wanted;
  const std::string& text = entries_[entry];
  const std::size_t begin = ignores_case ? to_lower(text).find(step.wanted) : text.find(step.wanted);
  if (begin == text.npos) return false;
  step.match = {entry, begin, begin + step.wanted.size()};
  return true;
}

/// Leaves the match as it is if there is none.
void HistorySearch::find_from(std::size_t first, Step& step) const {
  const std::string shown = step.match ? entries_[step.match->entry] : std::string();
  const bool skips_shown = step.match && first != step.match->entry;
  step.failed = false;
  // Beyond both ends the index is too large.
  for (std::size_t entry = first; entry < entries_.size(); way_ == HistoryWay::older ? --entry : ++entry) {
    if (skips_shown && entries_[entry] == shown) continue;
    if (find_in(entry, step)) return;
  }
  step.failed = true;
}

void HistorySearch::add(std::string_view text) {
  Step step = steps_.back();
  step.wanted += text;
  const std::size_t newest = entries_.empty() ? 0 : entries_.size() - 1;
  find_from(step.match ? step.match->entry : way_ == HistoryWay::older ? newest : 0, step);
  steps_.push_back(std::move(step));
}

void HistorySearch::take_back() {
  if (steps_.size() > 1) steps_.pop_back();
}

void HistorySearch::again(HistoryWay way) {
  way_ = way;
  Step step = steps_.back();
  if (step.wanted.empty() || !step.match) return;
  find_from(way == HistoryWay::older ? step.match->entry - 1 : step.match->entry + 1, step);
  steps_.push_back(std::move(step));
}

std::string HistorySearch::prompt() const {
  const Step& step = steps_.back();
  const EditorWords::Speech say(language_);
  const Parameters text = {{"text", step.wanted}};
  if (way_ == HistoryWay::older)
    return step.failed ? say("search '{text}': nothing more> ", text) : say("search '{text}'> ", text);
  return step.failed ? say("search forward '{text}': nothing more> ", text)
                     : say("search forward '{text}'> ", text);
}

}  // namespace cellar
