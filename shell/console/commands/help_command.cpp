// HELP.

#include <algorithm>

#include "functions/json/json_value.h"
#include "shell/console/commands/families.h"
#include "shell/console/help/help.h"
#include "shell/console/settings.h"
#include "shell/teach/help/help_lines.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void answer_page(const CommandCall& call, const std::string& page) {
  const std::size_t columns = call.context.output.terminal_columns().value_or(kHelpColumns);
  call.answer.text = fit_help_lines(page, columns);
  call.answer.may_be_paged = true;
  call.answer.document = [page] { return "{\"page\":" + json_string(page) + "}\n"; };
}

void help(const CommandCall& call) {
  if (call.arguments().empty()) {
    answer_page(call, help_overview());
    return;
  }
  std::string topic;
  // ".mode" is two words.
  for (const CommandWord& word : call.arguments())
    topic += (topic.empty() || topic == "." ? "" : " ") + word.text;
  std::optional<std::string> page = help_page(topic);
  // cqlsh calls its topics CREATE_TABLE; functions have such names, too.
  std::string words = topic;
  if (!page) {
    std::ranges::replace(words, '_', ' ');
    page = help_page(words);
  }
  // HELP VIEWS OF TABLES shows the pages about views.
  for (std::string part = words; !page && part.find(' ') != part.npos;) {
    part.erase(part.rfind(' '));
    page = help_page(part);
  }
  if (!page) {
    const std::string nearest = to_upper(nearest_topic(topic));
    const Span span = call.words[1].span;
    if (nearest.empty()) refuse("no_help", span, {{"topic", topic}});
    refuse("no_help_near", span, {{"topic", topic}, {"nearest", nearest}});
  }
  answer_page(call, *page);
}

constexpr Command kHelpCommands[] = {
    {"HELP", "?", "[topic | code]", "this page, a topic, or what a code such as E301 means",
     "HELP        the commands, and the topics\n"
     "HELP WHERE  a statement, a clause, a command, or another topic\n"
     "HELP E301   what a code means, with an example; HELP K1: a rule of the card\n"
     "HELP wide row   a term, in English or Chinese (HELP 宽行), or the pages that speak of a word\n",
     help},
};

}  // namespace

std::span<const Command> help_commands() { return kHelpCommands; }

}  // namespace cellar
