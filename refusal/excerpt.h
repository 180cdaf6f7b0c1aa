// The lines of a statement that a diagnostic speaks of, with what it blames marked under them.
//
// In:      a statement, the spans to mark, and how many columns there are.
// Out:     a line of the statement with the line of marks below it, in the order of the text. Tabs and wide
//          characters are accounted for, and a long line is shown in part, around its first mark.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct Mark {
  Span span;
  char sign = '^';
  std::string label{};  // shown behind the marks; may be empty
};

struct Excerpt {
  std::size_t line = 0;            // of the statement, counted from 0
  std::string text;                // the line as the terminal shows it
  std::vector<std::string> marks;  // the lines below it, one to three
  bool has_first = false;          // marks the first of the marks given
};

/// Returns the excerpts of all marks, of which the first one is what the diagnostic blames. No line is wider than
/// `columns`; with 0, lines of the statement have at most kExcerptColumns, and labels are as long as they are.
inline constexpr std::size_t kExcerptColumns = 126;
std::vector<Excerpt> excerpts_of(std::string_view statement, const std::vector<Mark>& marks,
                                 std::size_t columns = 0);

}  // namespace cellar
