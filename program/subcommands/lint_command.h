// `cellar lint`: what is likely to be regretted in scripts, for the check of a change.
//
// In:      scripts; a level for each code.
// Out:     the lints with their levels and places, as text or as JSON, an object a script; the exit status.
// Refused: a file that cannot be read.
#pragma once

#include "program/options/lint_options.h"
#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 1 if a lint of the level `error` was found, otherwise 2 if a statement was refused, otherwise 0.
int run_lint(const LintOptions& options, Language language, Output& output);

}  // namespace cellar
