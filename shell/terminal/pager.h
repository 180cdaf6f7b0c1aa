// The question between two pages of a result.
//
// In:      a key that is typed.
// Out:     whether to go on.
// Refused: nothing.
#pragma once

#include "shell/terminal/output.h"

namespace cellar {

/// Prints ---MORE--- and waits for a key. Returns false for q and Ctrl-C.
bool ask_for_more(Output& output);

}  // namespace cellar
