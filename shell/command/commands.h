// The commands of the shell, found by their first word.
//
// In:      a command's text, and what it may touch.
// Out:     what it prints, on the output; whether to leave.
// Refused: words that a command does not take (syntax); what it asks for and is not there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shell/command/command.h"

namespace cellar {

/// In the order in which HELP lists them.
const std::vector<const Command*>& all_commands();

/// Whether the text begins with the word of a shell command, any case.
bool begins_command(std::string_view text);

/// Whether it begins with the word of a command that ends with its line: where scripts are split.
bool begins_line_command(std::string_view text);

/// Nothing where the text is no command but CQL.
std::optional<CommandOutcome> run_command(std::string_view text, CommandContext& context);

}  // namespace cellar
