// Which refusals end a run: no later statement, or row of a file, can succeed.
//
// In:      a refusal.
// Out:     whether the database cannot continue: a full disk, a damaged file, a group whose writes are lost. Later writes
//          would leave a hole in the prefix of the script.
// Refused: nothing.
#pragma once

#include "refusal/refusal.h"

namespace cellar {

bool ends_the_run(const Diagnostic& diagnostic);

}  // namespace cellar
