// Asks a person.
//
// In:      a question, and what is typed at the terminal of the program: in sight, or a password.
// Out:     the line without its end; nothing if the program has no terminal.
// Refused: a question that the person gives up, by Ctrl-C or Ctrl-D (interrupted).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "refusal/language.h"

namespace cellar {

std::string password_question(const std::string& user, Language language);

enum class TypingShown : std::uint8_t { yes, no };

/// Asks also if standard input is a script.
std::optional<std::string> ask_at_terminal(const std::string& question, TypingShown shown);

}  // namespace cellar
