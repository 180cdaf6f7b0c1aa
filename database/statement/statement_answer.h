// The results of statements that do not select rows: their notices, and the answers of conditional writes.
//
// In:      the statement that has run.
// Out:     its result; null if it returns neither rows nor notices. Notices have their places in the text of the
//          statement.
// Refused: nothing.
#pragma once

#include "database/session/session_parts.h"
#include "database/statement/running_statement.h"

namespace cellar {

/// Returns the result of a statement that answers no rows: the notices of its plan.
ResultPointer answer_without_rows(SessionParts& session, const RunningStatement& ran);
/// Returns the result of a write that is durable or part of the group.
ResultPointer answer_of_write(SessionParts& session, RunningStatement& ran);

}  // namespace cellar
