// The subcommands of the command line: check, class, cqlsh, grade, lint, move, readiness, serve and verify, each with its
// options.
//
// In:      the program's command line.
// Out:     once a subcommand was read, its options are set in Options.
// Refused: options that exclude each other, or miss another (CLI::ParseError).
#pragma once

#include "program/options/options.h"

namespace CLI {
class App;
}

namespace cellar {

/// `options` must live until the command line was read.
void add_subcommands(CLI::App& program, Options& options);

}  // namespace cellar
