// Finds and runs the commands of the shell by their first word.
//
// In:      a command's text, and the state that it may use.
// Out:     its answer.
// Refused: words that a command does not take (syntax); objects that do not exist.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shell/console/command.h"

namespace cellar {

/// Returns all commands in the order in which HELP lists them.
const std::vector<const Command*>& all_commands();

/// Returns the command whose word the text begins with, in any case; null if there is none.
const Command* find_command(std::string_view text);

/// Returns true if the text begins with the word of a shell command, in any case.
bool begins_command(std::string_view text);

/// Returns true if the text begins with the word of a command that ends with its line; scripts are split
/// there.
bool begins_line_command(std::string_view text);

/// Returns what a statement or command does beside its answer. Of CQL, USE alone has an effect: it sets.
CommandEffect effect_of(std::string_view text);

/// Runs a command. Answer::is_statement says that the text is CQL.
void run_command(std::string_view text, CommandContext& context, Answer& answer);

}  // namespace cellar
