// Traces of statements, and the answer of EXPLAIN ANALYZE, which runs a statement and says what it has cost.
//
// In:      the session, whose observer notes what the statement does; the statement's result.
// Out:     a trace; the answer of EXPLAIN ANALYZE.
// Refused: what reading the rows refuses.
#pragma once

#include <string_view>

#include "database/session/session_parts.h"
#include "database/statement/running_statement.h"

namespace cellar {

/// Drops what was observed of the statement before, and begins the trace of this one if the session traces.
void begin_to_observe(SessionParts& session, std::string_view statement);
/// Ends the trace of the last statement that ran or was prepared. `result` is null for one that was prepared, or
/// refused.
TracePointer end_trace(SessionParts& session, ResultState* result);
/// Returns the answer of EXPLAIN ANALYZE to a statement that has run by this plan; reads a SELECT to its end.
ResultPointer end_analysis(SessionParts& session, const Plan& plan, ResultPointer result);

}  // namespace cellar
