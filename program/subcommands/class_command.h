// `cellar class`: a page in the browser, in which CQL is typed and answered.
//
// In:      a database, an address.
// Out:     the address on standard output once browsers can connect; then answers, until SIGINT or SIGTERM.
// Refused: addresses that cannot be listened at, or that other machines reach.
#pragma once

#include "program/subcommands/class_options.h"
#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 after SIGINT or SIGTERM.
int run_class(const ClassOptions& options, Language language, Output& output);

}  // namespace cellar
