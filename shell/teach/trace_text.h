// The trace of a statement as TRACING ON and SHOW SESSION print it.
//
// In:      a trace.
// Out:     text in the form of cqlsh, without the columns `source` and `client`: there is one node.
// Refused: nothing.
#pragma once

#include <string>

#include "database/trace.h"
#include "refusal/language.h"

namespace cellar {

std::string format_trace(const Trace& trace, Language language);

}  // namespace cellar
