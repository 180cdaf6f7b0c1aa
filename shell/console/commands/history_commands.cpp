// Commands about what was typed: HISTORY, EDIT.

#include <fmt/format.h>

#include <algorithm>

#include "shell/console/commands/families.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void history(const CommandCall& call) {
  constexpr std::size_t kShown = 50;
  const std::vector<std::string>& lines = call.context.history;
  const std::optional<std::size_t> wanted =
      call.arguments().empty() ? kShown : positive_number(call.words[1]);
  if (!wanted) call.refuse_usage();
  call.refuse_words_from(2);
  for (std::size_t i = lines.size() - std::min(*wanted, lines.size()); i < lines.size(); ++i) {
    call.answer.text += lines[i] + '\n';
  }
}

/// The last entry that is no EDIT itself.
std::string last_statement(const std::vector<std::string>& history) {
  const auto found = std::find_if(history.rbegin(), history.rend(), [](const std::string& entry) {
    return !is_same_word(first_word(entry), "EDIT");
  });
  return found == history.rend() ? std::string() : *found;
}

void edit(const CommandCall& call) {
  const auto file = call.arguments();
  if (!file.empty() && !call.is_file_name(1)) call.refuse_usage();
  call.refuse_words_from(2);
  CommandContext& context = call.context;
  if (!context.type || !context.edit) {
    call.answer.remarks = ConsoleWords::say(context.settings.language, "-- EDIT works at the prompt only\n");
    call.answer.outcome = Outcome::refused;
    return;
  }
  context.output.flush();
  std::string fault;
  std::optional<std::string> saved =
      context.edit(file.empty() ? "" : file[0].text, last_statement(context.history), fault);
  if (!saved) {
    call.answer.remarks = fmt::format("-- {}\n", fault);
    call.answer.outcome = Outcome::refused;
    return;
  }
  context.type(*std::move(saved));
}

constexpr Command kHistoryCommands[] = {
    {"HISTORY", "", "[n]", "the last statements typed",
     "HISTORY [n]   the last n statements and commands that were typed (50)\n"
     "They are kept from one session to the next, the newest 10,000, in the file that CELLAR_HISTORY or "
     "CQL_HISTORY\n"
     "names; else in $XDG_STATE_HOME/cellar/history or ~/.cellar_history. CELLAR_HISTORY= keeps none. "
     "Statements\n"
     "with the word PASSWORD and LOGIN with its words are not kept. HELP KEYS: how to find them.\n",
     history},
    {"EDIT", "", "['file']", "the last statement, or a file, in an editor",
     "EDIT          opens the last statement in $VISUAL, $EDITOR, or the editor of the system\n"
     "EDIT 'file'   opens a file there\n"
     "What was saved comes back at the prompt; Enter runs it. Ctrl-X Ctrl-E does so with what is being "
     "typed.\n",
     edit, CommandEffect::none, CommandEnd::line, nullptr, nullptr, has_quoted_word},
};

}  // namespace

std::span<const Command> history_commands() { return kHistoryCommands; }

}  // namespace cellar
