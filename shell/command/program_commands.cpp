// Commands about scripts, the file, the screen and the program itself.

#include "shell/command/families.h"
#include "shell/interrupt.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> source(const CommandCall& call) {
  const auto file = call.arguments();
  if (file.size() != 1 || file[0].quote != '\'' || file[0].text.empty()) call.refuse_usage();
  call.context.run_script(file[0].text);
  return CommandOutcome::done;
}

std::optional<CommandOutcome> compact(const CommandCall& call) {
  if (!call.arguments().empty()) call.refuse_usage();
  call.context.before_compact();
  call.context.database.compact({.waiting = nullptr, .interrupted = interrupted, .limit = {}});
  return CommandOutcome::done;
}

std::optional<CommandOutcome> clear(const CommandCall& call) {
  if (call.context.settings.at_prompt) call.context.output.write("\033[H\033[2J");
  return CommandOutcome::done;
}

std::optional<CommandOutcome> leave(const CommandCall& call) {
  if (!call.arguments().empty()) call.refuse_usage();
  return CommandOutcome::leave;
}

constexpr Command kProgramCommands[] = {
    {"SOURCE", "", "'file'", "run a script",
     "SOURCE 'file'   runs the statements and commands of a file, as if they were typed here. In a script "
     "the\n"
     "                file is looked for beside it, then in the current folder; ~ is the home folder.\n"
     "cellar --from FILE:LINE goes on after an interrupted run, --dry-run tries a script "
     "(docs/scripts.md).\n",
     source, CommandEffect::sources},
    {"COMPACT", "", "", "make the database file as small as it can be",
     "COMPACT   purges all that may go, and puts a compact copy in the place of the file\n"
     "A file never shrinks by itself. Nobody else may have it open meanwhile.\n",
     compact, CommandEffect::writes},
    {"CLEAR", "CLS", "", "an empty screen", "", clear},
    {"EXIT", "QUIT", "", "leave (or Ctrl-D)", "", leave},
};

}  // namespace

std::span<const Command> program_commands() { return kProgramCommands; }

}  // namespace cellar
