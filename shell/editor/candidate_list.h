// The list of candidates that Tab shows below the text.
//
// In:      candidates in their order, and the size of the terminal.
// Out:     lines: in columns, read downwards; beside its candidate a note, if there are any. What does not fit is
//          counted in the last line.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "shell/completion/completion.h"
#include "shell/editor/screen.h"

namespace cellar {

std::vector<std::string> list_candidates(const std::vector<Candidate>& candidates, TerminalSize size);

}  // namespace cellar
