// The options that CLI11 knows, as data.
//
// In:      the command line, or one of its subcommands.
// Out:     its options and subcommands (program/manual/command_line.h). Those of the group "" are left out.
// Refused: nothing.
#pragma once

#include "program/manual/command_line.h"

namespace CLI {
class App;
}

namespace cellar {

CommandLine command_line_of(const CLI::App& program);

}  // namespace cellar
