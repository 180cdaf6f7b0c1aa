// Words that are wrapped to the columns of a terminal.
//
// In:      text, its place on the terminal, and the parts of it that are pasted elsewhere.
// Out:     the text with newlines at word boundaries. Text in backquotes and the parts to paste stay in one line: the
//          terminal itself wraps them, and what is copied from it is whole. A word that is longer than a line is not
//          broken, either.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cellar {

struct TextPlace {
  std::size_t columns = 0;  // of a line; 0: lines are never broken, and only the newlines of the text count
  std::size_t begin = 0;    // column of the first character
  std::size_t indent = 0;   // of the further lines
};

/// Returns the text without what is before `place.begin`, and without a newline at its end.
std::string wrap_words(std::string_view text, const TextPlace& place,
                       std::span<const std::string> to_paste = {});

/// Returns whether a line may end between two characters without a blank. Text in Chinese has no blanks: a line may end
/// behind its characters, except before a closing sign, behind an opening one, and beside a sign or quote of CQL.
bool may_break_between(std::string_view before, std::string_view after);

}  // namespace cellar
