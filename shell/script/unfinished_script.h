// Describes what a script that ends too early has left open.
//
// In:      the last, unterminated statement, and what the splitter waits for.
// Out:     a refusal with the span of the comment that was not closed; for a quote, that of the statement's
//          first word, and the line of the quote that is open.
// Refused: nothing: the caller reports what is returned.
#pragma once

#include "parser/splitter.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished);

}  // namespace cellar
