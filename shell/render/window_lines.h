// How many lines of a window a text takes.
//
// In:      lines as they go to a terminal, which may hold colours; the width of the window.
// Out:     the number of lines: a longer one goes on in the next line of the window.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace cellar {

std::size_t lines_in_window(std::string_view text, std::size_t window_columns);

}  // namespace cellar
