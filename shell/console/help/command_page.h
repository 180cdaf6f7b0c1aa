// What HELP says of a command of the shell.
//
// In:      a command, a language.
// Out:     its summary in one line, and its page; both empty for a command that HELP does not tell.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "refusal/language.h"
#include "shell/console/command.h"

namespace cellar {

std::string_view summary_of(const Command& command, Language language);
std::string page_of_command(const Command& command, Language language);

}  // namespace cellar
