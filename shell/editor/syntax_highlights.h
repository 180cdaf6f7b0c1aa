// The colours of a statement while it is typed.
//
// In:      the text.
// Out:     its reserved words, strings, numbers and comments.
// Refused: nothing.
#pragma once

#include <string_view>
#include <vector>

#include "shell/editor/layout.h"

namespace cellar {

std::vector<HighlightedPart> syntax_highlights(std::string_view text);

}  // namespace cellar
