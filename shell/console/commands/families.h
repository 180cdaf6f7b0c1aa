// The families of commands. Add a command to the file of its family. Declare a new family here, and add it to
// all_commands() in shell/console/commands.cpp.
//
// In:      nothing.
// Out:     the commands of each family, which last as long as the program. A family about what a folder above this one
//          does is defined there.
// Refused: nothing here; each command refuses arguments that it does not take.
#pragma once

#include <span>

#include "shell/console/command.h"

namespace cellar {

std::span<const Command> help_commands();      // help_command.cpp
std::span<const Command> describe_commands();  // describe_command.cpp
std::span<const Command> dump_commands();      // shell/console/commands/dump_command.cpp
std::span<const Command> settings_commands();
std::span<const Command> learn_commands();
std::span<const Command> lint_commands();
std::span<const Command> history_commands();  // shell/console/commands/history_commands.cpp
std::span<const Command> program_commands();
std::span<const Command> advise_commands();  // advise_command.cpp
std::span<const Command> foreign_commands();
std::span<const Command> cells_commands();  // cells_command.cpp
std::span<const Command> clock_commands();
std::span<const Command> copy_commands();  // shell/console/commands/copy_command.cpp
std::span<const Command> cqlsh_commands();
std::span<const Command> output_commands();
std::span<const Command> parameter_commands();
std::span<const Command> measure_commands();   // shell/console/commands/measure_commands.cpp
std::span<const Command> ring_commands();      // shell/console/commands/ring_command.cpp
std::span<const Command> workload_commands();  // shell/console/commands/workload_commands.cpp

}  // namespace cellar
