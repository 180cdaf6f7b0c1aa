// Asks for a password.
//
// In:      whose it is, and the language to ask in; what is typed at the terminal of the program, which does not show it.
// Out:     the password; nothing if the program has no terminal.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>

#include "refusal/language.h"

namespace cellar {

/// Asks also if standard input is a script.
std::optional<std::string> ask_password(const std::string& user, Language language);

}  // namespace cellar
