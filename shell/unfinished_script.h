// What a script that ends too early leaves open.
//
// In: the last, unterminated statement, and what the splitter waits for. Out: a refusal with the span of the
// quote or comment that was never closed.
#pragma once

#include "parser/splitter.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished);

}  // namespace cellar
