// The list of candidates that Tab shows below the text.
//
// In:      candidates in their order, and the size of the terminal.
// Out:     lines: in columns, read downwards; beside its candidate a note, if there are any. What does not fit is
//          counted in the last line, and is the next page.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "shell/completion/completion.h"
#include "shell/editor/screen.h"

namespace cellar {

struct CandidateList {
  std::vector<std::string> lines;
  std::size_t next = 0;  // the first candidate of the next page; 0 after the last one
};
CandidateList list_candidates(const std::vector<Candidate>& candidates, std::size_t first, TerminalSize size,
                              Language language = Language::english);

}  // namespace cellar
