// What a script that ends too early leaves open.
//
// In:      the last, unterminated statement, and what the splitter waits for.
// Out:     a refusal with the span of the comment that was never closed; where a quote was not, that of the
//          statement's first word.
#pragma once

#include "parser/splitter.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished);

}  // namespace cellar
