// Commands about scripts, the file, the screen and the program itself.

#include <algorithm>

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

std::optional<CommandOutcome> history(const CommandCall& call) {
  constexpr std::size_t kShown = 50;
  const std::vector<std::string>& lines = call.context.history;
  const std::optional<std::size_t> wanted =
      call.arguments().empty() ? kShown : positive_number(call.words[1]);
  if (!wanted || call.words.size() > 2) call.refuse_usage();
  for (std::size_t i = lines.size() - std::min(*wanted, lines.size()); i < lines.size(); ++i) {
    call.context.output.write_text(lines[i] + '\n');
  }
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
     "SOURCE 'file'   runs the statements and commands of a file, as if they were typed here\n", source},
    {"HISTORY", "", "[n]", "the last lines typed", "HISTORY [n]   the last n lines that were typed (50)\n",
     history},
    {"COMPACT", "", "", "make the database file as small as it can be",
     "COMPACT   purges all that may go, and puts a compact copy in the place of the file\n"
     "A file never shrinks by itself. Nobody else may have it open meanwhile.\n",
     compact},
    {"CLEAR", "CLS", "", "an empty screen", "", clear},
    {"EXIT", "QUIT", "", "leave (or Ctrl-D)", "", leave},
};

}  // namespace

std::span<const Command> program_commands() { return kProgramCommands; }

}  // namespace cellar
