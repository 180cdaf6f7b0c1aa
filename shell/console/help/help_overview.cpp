// HELP alone: what to type first, the topics, the commands.
#include <fmt/format.h>

#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/console/help/command_page.h"
#include "shell/console/help/help.h"
#include "shell/console/words/console_words.h"
#include "shell/teach/help/help_pages.h"

namespace cellar {

namespace {

/// Returns the names of the topics, separated by commas, in lines of an indent of their own.
std::string names_of_topics() {
  constexpr std::size_t kColumns = 76, kIndent = 8;
  std::string text;
  std::size_t column = kIndent;
  std::string_view separator;
  for (const HelpPage& page : help_pages()) {
    text += separator;
    if (column + page.topic.size() > kColumns) {
      text += fmt::format("\n{:{}}", "", kIndent - 1);
      column = kIndent;
    }
    text += fmt::format(" {}", page.topic);
    column += page.topic.size() + 2;
    separator = ",";
  }
  return text + '\n';
}

std::string list_of_commands(Language language) {
  constexpr std::size_t kFormColumns = 27;
  std::string text;
  for (const Command* command : all_commands()) {
    if (command->summary.empty()) continue;
    // The summary of a long form is in a line of its own.
    std::string form = command->form(language);
    if (display_width(form) > kFormColumns) form += '\n' + std::string(kFormColumns + 2, ' ');
    text += fmt::format("  {:<{}}  {}\n", form, kFormColumns, summary_of(*command, language));
  }
  return text;
}

}  // namespace

std::string help_overview(Language language) {
  const auto words = [language](ConsoleWords::Text text) { return text.in(language); };
  const std::string_view before_commands = words(
      "Type these to begin with:\n"
      "  EXAMPLES\n"
      "  SELECT id, body FROM posts WHERE author = 'ann';\n"
      "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'my first row');\n"
      "  HELP SELECT\n"
      "EXAMPLES makes a few small tables, in which the examples of all pages run. The topics below are in an "
      "order to read "
      "them. Tables of your own go into a keyspace of your own: HELP CREATE KEYSPACE.\n"
      "  LEARN       lessons, step by step\n"
      "  HELP E301   what a code means: right behind a refusal, what it means for your statement\n"
      "  HELP JOIN   how CQL does what a word of SQL, or of another database, does\n"
      "\n"
      "Topics:");
  const std::string_view before_list = words(
      "\n"
      "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
      "\n");
  const std::string_view behind_list = words(
      "\n"
      "Ctrl-C drops what is being typed and stops a running statement.\n");
  return fmt::format("{}{}{}{}{}", before_commands, names_of_topics(), before_list,
                     list_of_commands(language), behind_list);
}

}  // namespace cellar
