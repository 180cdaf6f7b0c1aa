#include "shell/console/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the place of a file's name without quotes: a word with a point or a slash, or the first word of a command
/// that takes nothing else. Empty: there is none.
Span unquoted_file(const CommandCall& call) {
  const bool takes_only_file = call.command.arguments.find('|') == std::string_view::npos;
  for (const CommandWord& word : call.arguments()) {
    if (word.quote != 0) continue;
    const std::size_t end =
        std::min(call.text.find_first_of(" \t\r\n;'\"", word.span.begin), call.text.size());
    const std::string_view name = call.text.substr(word.span.begin, end - word.span.begin);
    const bool is_first_of_file = takes_only_file && word.span.begin == call.arguments().front().span.begin;
    if (is_first_of_file || name.find_first_of("./") != name.npos)
      return {word.span.begin, static_cast<std::uint32_t>(end)};
  }
  return {};
}

}  // namespace

void CommandCall::refuse_usage(std::size_t blamed) const {
  if (command.arguments.find("'file'") != std::string_view::npos) {
    if (const Span file = unquoted_file(*this); !file.empty()) {
      const std::string quoted = fmt::format("'{}'", text.substr(file.begin, file.end - file.begin));
      refuse("command_file_unquoted", file, {{"command", std::string(command.word)}, {"quoted", quoted}},
             Fix{file, quoted});
    }
  }
  if (blamed < words.size()) refuse_usage(words[blamed].span);
  refuse("command_incomplete", words.back().span,
         {{"command", std::string(command.word)}, {"usage", command.form(context.settings.language)}});
}

void CommandCall::refuse_usage(Span blamed) const {
  refuse("command_usage", blamed,
         {{"command", std::string(command.word)}, {"usage", command.form(context.settings.language)}});
}

void CommandCall::refuse_words_from(std::size_t first) const {
  if (first < words.size()) refuse_usage(first);
}

bool CommandCall::is_file_name(std::size_t word) const {
  return word < words.size() && words[word].quote == '\'' && !words[word].text.empty();
}

void CommandCall::say(ConsoleWords::Text sentence, const Parameters& parameters) const {
  answer.text += ConsoleWords::say(context.settings.language, sentence, parameters);
}

const Database& CommandCall::database() const {
  if (const Database* const here = context.connection.database()) return *here;
  refuse("needs_database_file", words.front().span, {{"command", std::string(command.word)}});
}

bool Command::is_called(std::string_view text) const {
  return is_same_word(text, word) || (!other_word.empty() && is_same_word(text, other_word));
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
    if (!on) call.refuse_usage();
    call.refuse_words_from(2);
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

bool has_quoted_word(std::span<const CommandWord> words) {
  return std::ranges::any_of(words, [](const CommandWord& word) { return word.quote != 0; });
}

std::size_t CommandCall::terminal_columns() const { return context.output.terminal_columns().value_or(0); }

bool is_number(const CommandWord& word) {
  return word.quote == 0 && !word.text.empty() &&
         word.text.find_first_not_of("0123456789") == std::string::npos;
}

void refuse_number(const CommandWord& word, std::uint64_t least, std::uint64_t most) {
  refuse("command_number", word.span,
         {{"number", word.text}, {"least", std::to_string(least)}, {"most", std::to_string(most)}});
}

std::optional<std::size_t> positive_number(const CommandWord& word, std::uint64_t most) {
  std::size_t number = 0;
  const char* end = word.text.data() + word.text.size();
  const auto [stop, error] = std::from_chars(word.text.data(), end, number);
  if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (error != std::errc() || number == 0 || number > most) refuse_number(word, 1, most);
  return number;
}

}  // namespace cellar
