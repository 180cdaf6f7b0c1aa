// Copies the rows of a table into a table with another key, group by group.
//
// In:      the two tables; who is told of each durable group.
// Out:     how many rows were copied.
// Refused: a copy within an open group, an interrupted one, and what writing a row refuses.
#pragma once

#include "database/session/open_group.h"
#include "database/session/session_wait.h"
#include "executor/copy/table_copy.h"

namespace cellar {

CopiedRows copy_table(DatabaseState& database, const OpenGroup& group, const SessionWait& wait,
                      const TableCopy& copy, const CopyProgress& progress);

}  // namespace cellar
