// Commands of cqlsh that Cellar lacks. Those that make no sense in Cellar are answered by a notice.

#include <algorithm>

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

constexpr std::string_view kStatementWords[] = {"SELECT", "INSERT", "UPDATE",   "DELETE", "CREATE", "ALTER",
                                                "DROP",   "BEGIN",  "TRUNCATE", "USE",    "COPY"};

/// A COPY without its semicolon continues into the next statement; that one is blamed, as in CQL.
std::optional<CommandOutcome> copy(const CommandCall& call) {
  for (std::size_t i = 2; i < call.words.size(); ++i) {
    const CommandWord& word = call.words[i];
    const auto begins_statement = [&word](std::string_view keyword) { return says(word, keyword); };
    if (std::ranges::none_of(kStatementWords, begins_statement)) continue;
    const std::uint32_t end = call.words[i - 1].span.end;
    refuse("semicolon_missing", word.span, {{"word", word.text}}, Fix{{end, end}, ";"});
  }
  return refuse_absent(call);
}

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
    {"COPY", "", "table FROM|TO 'file'", "",
     "COPY   is a command of Cassandra's shell that Cellar does not have. It ends with a semicolon, and may "
     "have\n"
     "several lines. INSERT statements of a script load data: SOURCE 'file', or cellar my.cellar -f file\n",
     copy, CommandEnd::semicolon},
};

}  // namespace

std::span<const Command> absent_commands() { return kAbsentCommands; }

}  // namespace cellar
