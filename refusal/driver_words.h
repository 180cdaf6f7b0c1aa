// The words of a refusal for a client of the server, whose user has no shell.
//
// In:      a Diagnostic.
// Out:     its words in English. A fix that only the shell can follow is another one, or none.
// Refused: nothing.
#pragma once

#include "refusal/render.h"

namespace cellar {

SaidWords words_for_driver(const Diagnostic& diagnostic);

}  // namespace cellar
