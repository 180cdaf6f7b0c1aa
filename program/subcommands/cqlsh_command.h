// `cellar cqlsh`: sends statements to a running server. A program that is called by the name cqlsh does the same.
//
// In:      the address of a server; statements, or a script of them.
// Out:     rows on standard output, in cqlsh's form; what the server refuses, with its place, on standard error.
// Refused: servers that cannot be reached or used (E680 to E683), scripts that cannot be read (std::system_error).
//
// It is what checks in a container, and scripts that call cqlsh, need: statements. It has no prompt, and no commands of
// the shell; the rows of a result are collected before they are printed.
#pragma once

#include "program/options/cqlsh_options.h"
#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0, or 2 if the server has refused a statement: the others have been sent all the same, as cqlsh does.
int run_cqlsh(const CqlshOptions& options, Language language, Output& output);

}  // namespace cellar
