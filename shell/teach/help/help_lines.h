// Fits the lines of a page of HELP into the columns of a terminal.
//
// In:      a page as it is written in the source, with lines of any length.
// Out:     the page with no line longer than `columns`, nor than kHelpColumns, if a blank is there to break it at. Examples
//          are not broken within quotes, so that they can be copied.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

inline constexpr std::size_t kHelpColumns = 100;

/// A line that is too long is broken at the last blank that fits; its rest goes below the text of the line, behind the form
/// that a table has on the left if that takes at most half of the columns. If the sentence goes on in the next line, the
/// rest begins that line.
std::string fit_help_lines(std::string_view page, std::size_t columns = kHelpColumns);

}  // namespace cellar
