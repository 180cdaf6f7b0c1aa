// The incremental search of the history (Ctrl-R, Ctrl-S).
//
// In:      the entries, and the letters of the wanted part as they are typed.
// Out:     the nearest entry that has it, and where. Case counts only if a capital was typed.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/editor/history/history_walk.h"

namespace cellar {

class HistorySearch {
 public:
  /// `entries` outlives the search, which begins behind the newest one.
  HistorySearch(const std::vector<std::string>& entries, HistoryWay way,
                Language language = Language::english);

  void add(std::string_view text);
  /// Takes the last character back, and the step that it caused.
  void take_back();
  /// Moves to the next entry in this direction that has the part and another text.
  void again(HistoryWay way);

  struct Match {
    std::size_t entry = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  const std::optional<Match>& match() const { return steps_.back().match; }
  const std::string& wanted() const { return steps_.back().wanted; }
  /// "search 'abc'> ", or that nothing has it.
  std::string prompt() const;

 private:
  struct Step {
    std::string wanted;
    std::optional<Match> match;  // the last one that there was
    bool failed = false;
  };
  bool find_in(std::size_t entry, Step& step) const;
  void find_from(std::size_t first, Step& step) const;

  const std::vector<std::string>& entries_;
  HistoryWay way_;
  Language language_;
  std::vector<Step> steps_{1};
};

}  // namespace cellar
