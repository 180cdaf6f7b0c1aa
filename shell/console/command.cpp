#include "shell/console/command.h"

#include <fmt/format.h>

#include <charconv>

#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

namespace cellar {

void CommandCall::refuse_usage(std::size_t blamed) const {
  refuse("command_usage", blamed < words.size() ? words[blamed].span : Span{},
         {{"command", std::string(command.word)}, {"usage", command.form(context.settings.language)}});
}

void CommandCall::say(ConsoleWords::Text sentence, const Parameters& parameters) const {
  answer.text += ConsoleWords::say(context.settings.language, sentence, parameters);
}

const Database& CommandCall::database() const {
  if (const Database* const here = context.connection.database()) return *here;
  refuse("needs_database_file", words.front().span, {{"command", std::string(command.word)}});
}

bool Command::is_called(std::string_view text) const {
  return is_keyword(text, word) || (!other_word.empty() && is_keyword(text, other_word));
}

std::string Command::form(Language language) const {
  const std::string_view in_language = help_text(HelpPart::commands, "form " + std::string(word), language);
  const std::string_view its_arguments = in_language.empty() ? arguments : trim(in_language);
  std::string form(word);
  if (!its_arguments.empty()) form += ' ';
  return form += its_arguments;
}

void set_switch_of_cqlsh(const CommandCall& call, bool& setting) {
  const bool before = setting;
  if (!call.arguments().empty()) {
    const std::optional<bool> on = on_or_off(call.words[1]);
    if (!on || call.words.size() > 2) call.refuse_usage();
    setting = *on;
  }
  const Parameters parameters = {{"command", std::string(call.command.word)},
                                 {"state", setting ? "ON" : "OFF"}};
  if (call.arguments().empty()) return call.say("{command} is {state}\n", parameters);
  if (before == setting) return call.say("{command} is already {state}\n", parameters);
  call.say("{command} set to {state}\n", parameters);
}

std::optional<bool> on_or_off(const CommandWord& word) {
  if (says(word, "ON")) return true;
  if (says(word, "OFF")) return false;
  return std::nullopt;
}

std::optional<std::size_t> positive_number(const CommandWord& word) {
  std::size_t number = 0;
  const char* end = word.text.data() + word.text.size();
  const auto [stop, error] = std::from_chars(word.text.data(), end, number);
  if (error != std::errc() || stop != end || number == 0) return std::nullopt;
  return number;
}

}  // namespace cellar
