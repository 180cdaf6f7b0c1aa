// Commands of cqlsh that Cellar does not have.

#include "shell/command/families.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> refuse_absent(const CommandCall& call) {
  refuse("command_absent", call.words[0].span, {{"command", call.words[0].text}});
}

constexpr Command absent(std::string_view word) { return {word, "", "", "", "", refuse_absent}; }

constexpr Command kCommands[] = {absent("TRACING"), absent("CAPTURE"), absent("COPY"), absent("LOGIN")};

}  // namespace

std::span<const Command> absent_commands() { return kCommands; }

}  // namespace cellar
