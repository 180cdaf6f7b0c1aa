// The families of commands. Add a command to the file of its family. Declare a new family here, and add it to
// all_commands() in shell/console/commands.cpp.
//
// In:      nothing.
// Out:     the commands of each family, which last as long as the program. A family is in the file of its name, with or
//          without the last s.
// Refused: nothing here; each command refuses arguments that it does not take.
#pragma once

#include <span>

#include "shell/console/command.h"

namespace cellar {

std::span<const Command> help_commands();
std::span<const Command> describe_commands();
std::span<const Command> dump_commands();
std::span<const Command> settings_commands();
std::span<const Command> learn_commands();
std::span<const Command> lint_commands();
std::span<const Command> history_commands();
std::span<const Command> program_commands();
std::span<const Command> advise_commands();
std::span<const Command> foreign_commands();
std::span<const Command> cells_commands();
std::span<const Command> clock_commands();
std::span<const Command> copy_commands();
std::span<const Command> cqlsh_commands();
std::span<const Command> output_commands();
std::span<const Command> parameter_commands();
std::span<const Command> measure_commands();
std::span<const Command> ring_commands();
std::span<const Command> workload_commands();

}  // namespace cellar
