// COPY TO: the rows of a table into files.
//
// In:      the statement, its table and columns, its options.
// Out:     the rows in the file; a line that says how many.
// Refused: all of it, for now.
#pragma once

#include "shell/command/command.h"
#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"

namespace cellar {

CommandOutcome copy_to(const CommandCall& call, const CopyStatement& statement, const CopyTarget& target,
                       const CopyOptions& options);

}  // namespace cellar
