// The Markdown of a lesson as text for a terminal.
//
// In:      paragraphs, lists, tables and fences; the columns of the terminal.
// Out:     the text with its words wrapped, fences indented by four blanks and not wrapped; ends with a newline.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

std::string lesson_text(std::string_view markdown, std::size_t columns);

}  // namespace cellar
