#include "shell/console/help/command_page.h"

#include <fmt/format.h>

#include "shell/console/commands.h"
#include "shell/teach/help/help_pages.h"

namespace cellar {

std::string_view summary_of(const Command& command, Language language) {
  if (language == Language::english) return command.summary;
  // The first line of what a language says of a command.
  const std::string_view text = help_text(HelpPart::commands, command.word, language);
  return text.substr(0, text.find('\n'));
}

std::string page_of_command(const Command& command, Language language) {
  if (command.page.empty()) {
    return command.summary.empty()
               ? ""
               : fmt::format("{}   {}\n", command.form(language), summary_of(command, language));
  }
  if (language == Language::english) return std::string(command.page);
  // Words of other shells share a page.
  for (const Command* each : all_commands()) {
    if (each != &command && each->page != command.page) continue;
    const std::string_view text = help_text(HelpPart::commands, each->word, language);
    if (!text.empty()) return std::string(text.substr(text.find('\n') + 1));
  }
  return std::string(command.page);
}

}  // namespace cellar
