// `cellar verify`: a whole file against the rules of its format.
//
// In:      a database.
// Out:     a line for each damage, with its table and key; if there is damage, a table of what is sound and
//          what is not; a last line with what was read; the exit status.
// Refused: a file that is no database, or cannot be read at all.
#pragma once

#include <filesystem>

#include "shell/terminal/output.h"

namespace cellar {

/// 0 if the file is sound, else 1.
int run_verify(const std::filesystem::path& file, Output& output);

}  // namespace cellar
