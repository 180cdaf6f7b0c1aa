// `cellar class`: a page in the browser, in which CQL is typed and answered, by one person or by a class.
//
// In:      a database, or how many students may come; an address.
// Out:     the address on standard output once browsers can connect; then answers, until SIGINT or SIGTERM.
// Refused: addresses that cannot be listened at, or that other machines reach though all share a database.
#pragma once

#include "program/subcommands/class_options.h"
#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 after SIGINT or SIGTERM.
int run_class(const ClassOptions& options, Language language, Output& output);

}  // namespace cellar
