// COPY TO: the rows of a table into files, or to standard output.
//
// In:      the statement, its table and columns, its options.
// Out:     the rows as of one moment, in the order in which a SELECT of the whole table gives them; a line that says how
//          many, unless they went to standard output. Memory does not grow with their number.
// Refused: a file that cannot be written (E590), tokens in the wrong order (E637). A COPY that is refused or interrupted
//          (E420) leaves the files as they were.
#pragma once

#include "shell/copy/copy_context.h"
#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"

namespace cellar {

CopyOutcome copy_to(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                    const CopyOptions& options);

/// Refuses what copy_to() would refuse before it writes a row (--dry-run).
void check_copy_to(CopyContext& context, const CopyStatement& statement, const CopyOptions& options);

}  // namespace cellar
