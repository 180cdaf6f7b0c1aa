// Commands of cqlsh that Cellar lacks. Those that make no sense in Cellar are answered by a notice.

#include "shell/command/families.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> refuse_absent(const CommandCall& call) {
  refuse("command_absent", call.words[0].span, {{"command", std::string(call.command.word)}});
}

std::optional<CommandOutcome> give_notice(const CommandCall& call, std::string_view id) {
  call.context.notices.push_back(
      {id, call.words[0].span, {{"command", std::string(call.command.word)}}, std::nullopt});
  return CommandOutcome::done;
}

std::optional<CommandOutcome> skip(const CommandCall& call) { return give_notice(call, "command_unneeded"); }
std::optional<CommandOutcome> tracing(const CommandCall& call) {
  return give_notice(call, "tracing_unneeded");
}
std::optional<CommandOutcome> login(const CommandCall& call) { return give_notice(call, "login_unneeded"); }

constexpr Command kAbsentCommands[] = {
    {"TRACING", "", "[ON|OFF]", "",
     "TRACING [ON|OFF]   is understood, and changes nothing: there is no cluster to trace. See HELP "
     "TIMING.\n",
     tracing},
    {"LOGIN", "", "user", "", "LOGIN user   is understood, and changes nothing: a database has no users.\n",
     login},
    {"DEBUG", "", "", "", "DEBUG   is understood, and changes nothing.\n", skip},
    {"UNICODE", "", "", "", "UNICODE   is understood, and changes nothing: text is UTF-8.\n", skip},
    {"ELAPSED", "", "[ON|OFF]", "",
     "ELAPSED [ON|OFF]   is understood, and changes nothing. See HELP TIMING.\n", tracing},
    {"CAPTURE", "", "'file'", "",
     "CAPTURE 'file'   is a command of Cassandra's shell that Cellar does not have. Results of a script go "
     "where\n"
     "standard output goes: cellar my.cellar -f script.cql > file\n",
     refuse_absent},
};

}  // namespace

std::span<const Command> absent_commands() { return kAbsentCommands; }

}  // namespace cellar
