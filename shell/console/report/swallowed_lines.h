// Statements of a script that lie within a quote, since an earlier quote is odd.
//
// In:      the text of a statement as the splitter has handed it out.
// Out:     where the first of them begins, how many there are, and the place that probably has a quote too many or too few.
// Refused: nothing. Linear in the text.
//
// A line that begins with the words of a statement at its margin, as far in as the statement that holds the quote, is taken for
// one; a string of several lines may hold such a line, too, so this is said only of texts that are refused.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

struct SwallowedLines {
  std::size_t begin = 0;  // offset of the first statement
  std::size_t count = 0;  // of statements, from there to the end of the text
  std::size_t end = 0;    // behind the quote that holds it; the text's size if it is not closed
  Span odd_quote{};       // the quote itself if it is an apostrophe in a word, else its line
  bool is_apostrophe = false;
  bool is_of_name = false;  // it is a double quote
};

/// Looks into strings and quoted names, and into the last quote or comment of the text if it is not closed.
std::optional<SwallowedLines> swallowed_lines(std::string_view text, std::size_t margin);

/// Returns how many lines from `begin` on begin a statement at their margin.
std::size_t count_statements_at_margin(std::string_view text, std::size_t begin, std::size_t margin);

/// The word around an apostrophe: "it's".
std::string_view word_around(std::string_view text, std::size_t apostrophe);

}  // namespace cellar
