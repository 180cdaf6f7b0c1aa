// `cellar verify`: checks a whole file against the rules of its format.
//
// In:      the path of a database.
// Out:     a line for each damage, with its table and key; if there is damage, a table of sound and damaged
//          entries; a last line that says how much was read; the exit status.
// Refused: a file that is not a database, or cannot be read at all.
#pragma once

#include <filesystem>

#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 if the file is sound, else 1.
int run_verify(const std::filesystem::path& file, Language language, Output& output);

}  // namespace cellar
