// COPY FROM: the rows of files into a table.
//
// In:      the statement, its table and columns, its options.
// Out:     the rows in the table, durable; a line that says how many.
// Refused: files that cannot be read; a table that cannot be written.
#pragma once

#include "shell/copy/copy_context.h"
#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"

namespace cellar {

CopyOutcome copy_from(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                      const CopyOptions& options);

/// Refuses what copy_from() would refuse before it reads a row (--dry-run).
void check_copy_from(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                     const CopyOptions& options);

}  // namespace cellar
