// Statements read line by line, as a terminal without a cursor that can be placed gives them.
//
// In:      a prompt; standard input.
// Out:     a whole statement or command, over several lines. Prompts go to the terminal: to standard error if standard
//          output is none, so that they are not among the results.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "shell/editor/line_editor.h"

namespace cellar {

/// With `any_line`, the first line is the text.
TypedText read_plain_lines(const std::string& prompt, Language language, bool any_line = false);
void show_plainly(std::string_view text);

}  // namespace cellar
