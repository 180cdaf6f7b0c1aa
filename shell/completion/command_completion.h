// The arguments of the shell's commands, from the form that each command states (shell/completion/command_form.h).
//
// In:      a command and its text up to the cursor; the names of the schema.
// Out:     what its arguments may be, in the offers; or the statement of CQL that it holds (EXPLAIN, ADVISE).
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>

#include "shell/completion/typed_place.h"
#include "shell/console/command.h"

namespace cellar {

/// A statement of CQL within a command: what it begins with is `before`, then comes the text from `begin` on.
struct StatementInCommand {
  std::string_view before;
  std::size_t begin = 0;
};

/// `text` is the command up to the cursor, and ends behind its word. Offers what its arguments may be, or returns the
/// statement that the command holds.
std::optional<StatementInCommand> offer_arguments(const Command& command, std::string_view text,
                                                  const NameScope& scope, Offers& offers);

/// What is being typed in a command: an unfinished word or string at the end of its text.
Prefix prefix_of_command(std::string_view text);

}  // namespace cellar
