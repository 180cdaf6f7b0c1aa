// `cellar check`: runs scripts and compares their answers with those that the scripts expect.
//
// In:      scripts and folders of them.
// Out:     each difference with its place; a table of the folders if wanted; a last line `N passed, N failed`
//          that counts scripts; the exit status. With --tap all that is TAP; --junit also writes a file.
// Refused: a path without scripts, a filter that none passes, a file that cannot be read or written, a malformed list of known
//          differences.
#pragma once

#include "program/options/check_options.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 if every script passed, else 1.
int run_check(const CheckOptions& options, bool colour, Language language, Output& output);

}  // namespace cellar
