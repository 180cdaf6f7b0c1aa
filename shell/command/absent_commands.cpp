// Commands of cqlsh that Cellar lacks.

#include "shell/command/families.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> refuse_absent(const CommandCall& call) {
  refuse("command_absent", call.words[0].span, {{"command", std::string(call.command.word)}});
}

constexpr Command kAbsentCommands[] = {
    {"CAPTURE", "", "'file'", "",
     "CAPTURE 'file'   is a command of Cassandra's shell that Cellar does not have. Results of a script go "
     "where\n"
     "standard output goes: cellar my.cellar -f script.cql > file\n",
     refuse_absent},
};

}  // namespace

std::span<const Command> absent_commands() { return kAbsentCommands; }

}  // namespace cellar
