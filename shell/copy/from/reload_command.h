// The COPY that loads the refused rows of another one, once they are mended.
//
// In:      the statement, its table and options, the columns of the file that was read, the file of the refused rows.
// Out:     the statement to type. It has the options that say how rows are written; the others are about the file that the
//          rows came from.
// Refused: nothing.
#pragma once

#include <string>

#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"
#include "shell/copy/from/import_statement.h"

namespace cellar {

/// `columns` is null if the columns are not known: no row of the file was read.
std::string reload_command(const CopyStatement& statement, const CopyTarget& target,
                           const CopyOptions& options, const FileColumns* columns, const std::string& file);

}  // namespace cellar
