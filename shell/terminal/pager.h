// The question between two pages of a result or a text.
//
// In:      a key that is typed; a text, for windows of any width.
// Out:     whether to go on; the text, a page of the window's height at a time, and as wide as the window is then.
// Refused: nothing.
#pragma once

#include "shell/console/answer.h"
#include "shell/render/output.h"

namespace cellar {

/// Prints ---MORE--- and waits for a key. Returns false for q and Ctrl-C.
bool ask_for_more(Output& output);

/// Writes a text to the terminal of the results, and asks before each further page.
void write_in_pages(const FittedText& text, Output& output);

}  // namespace cellar
