// `cellar class`: a page in the browser, in which CQL is typed and answered, by one person or by a class.
//
// In:      a database, or how many students may come; an address; folders of lessons and exercises; files for TLS.
// Out:     the address on standard output once browsers can connect, at a terminal with the code of it for phones; then
//          answers, until SIGINT, SIGTERM or SIGHUP.
// Refused: addresses that cannot be listened at, or that other machines reach though all share a database; lessons and
//          exercises that are wrong, with their place; files that cannot be used for TLS.
#pragma once

#include "program/options/class_options.h"
#include "shell/console/answer.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 after one of these signals; 1 for an exercise that is wrong or misjudges its teacher's answers.
/// `colours`: the terminal of the results shows them.
int run_class(const ClassOptions& options, const DiagnosticStyle& style, bool colours, Output& output);

}  // namespace cellar
