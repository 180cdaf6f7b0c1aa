#include "shell/completion/command_completion.h"

#include <algorithm>

#include "refusal/messages.h"
#include "shell/completion/command_form.h"
#include "shell/completion/file_names.h"
#include "shell/completion/sources.h"
#include "shell/console/commands.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool separates_words(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// A word of a command's text, or a text in quotes.
struct TypedWord {
  std::size_t begin = 0;
  std::string_view text{};
  bool is_open = false;  // its quote is not closed
};

std::vector<TypedWord> words_of(std::string_view text) {
  std::vector<TypedWord> words;
  std::size_t place = 0;
  while (true) {
    while (place < text.size() && separates_words(text[place])) ++place;
    if (place == text.size()) return words;
    const std::size_t begin = place;
    char quote = 0;
    for (; place < text.size() && (quote != 0 || !separates_words(text[place])); ++place) {
      const char c = text[place];
      if (quote == 0 && (c == '\'' || c == '"'))
        quote = c;
      else if (c == quote)
        quote = 0;
    }
    words.push_back({begin, text.substr(begin, place - begin), quote != 0});
  }
}

void offer_topics(Offers& offers) {
  for (const HelpPage& page : help_pages()) offers.add_words(to_upper(page.topic));
  for (const Command* command : all_commands())
    if (!command->summary.empty()) offers.add_words(command->word);
}

/// The last words of a topic of several, such as `create table`.
void offer_rest_of_topic(std::string_view typed, Offers& offers) {
  const std::string begin = to_lower(typed.substr(0, typed.find_last_of(" \t") + 1));
  for (const HelpPage& page : help_pages())
    if (page.topic.starts_with(begin)) offers.add_words(to_upper(page.topic.substr(begin.size())));
}

void offer_codes(Offers& offers, bool only_lints) {
  for (const Message& message : messages())
    if (!only_lints || message.message_class.kind == MessageKind::lint) offers.add_words(message.code);
}

/// Tables, by the source that serves `SELECT ... FROM` as well.
void offer_table_argument(const TypedWord* typed, const NameScope& scope, Offers& offers) {
  TypedTokens tokens;
  const std::string_view word = typed == nullptr ? std::string_view() : typed->text;
  const std::size_t dot = word.rfind('.');
  if (dot != word.npos) {
    tokens.tokens = tokens_of(word.substr(0, dot + 1));
    for (const TextToken& token : tokens.tokens)
      tokens.texts.push_back(word.substr(token.begin, token.end - token.begin));
  }
  tokens.cursor = tokens.tokens.size();
  const BegunRule path[] = {{"tableName", 0}};
  offer_tables({tokens, scope, path, {}, offers});
}

void offer_argument(const ExpectedArgument& argument, const TypedWord* typed, const NameScope& scope,
                    Offers& offers) {
  const std::string& text = argument.text;
  const char first = text.front();
  if (text == "'file'") return offer_files(offers, scope.home);
  if (offers.prefix().kind == Prefix::Kind::string) return;
  const bool is_qualified = typed != nullptr && typed->text.find('.') != std::string_view::npos;
  if (first >= 'A' && first <= 'Z') return is_qualified ? void() : offers.add_words(text);
  if (argument.is_choice) return offers.add_lower_words(text, {}, true);
  if (text == "table") return offer_table_argument(typed, scope, offers);
  if (text == "keyspace") {
    const TypedTokens none;
    const BegunRule path[] = {{"keyspaceName", 0}};
    return offer_keyspaces({none, scope, path, {}, offers});
  }
  if (text == "topic") return offer_topics(offers);
  // Codes are many: they are offered once their first letter is typed.
  if (text == "code" && !offers.prefix().typed.empty()) offer_codes(offers, false);
}

}  // namespace

Prefix prefix_of_command(std::string_view text) {
  const std::vector<TypedWord> words = words_of(text);
  if (words.empty() || words.back().begin + words.back().text.size() < text.size())
    return {Prefix::Kind::none, text.size(), ""};
  const TypedWord& last = words.back();
  if (last.is_open) {
    const bool is_string = last.text.front() == '\'';
    return {is_string ? Prefix::Kind::string : Prefix::Kind::quoted_name, last.begin, std::string(last.text)};
  }
  const std::size_t dot = last.text.rfind('.');
  const std::size_t begin = dot == last.text.npos || dot == 0 ? 0 : dot + 1;
  const std::string_view typed = last.text.substr(begin);
  if (typed.empty()) return {Prefix::Kind::none, text.size(), ""};
  return {Prefix::Kind::word, last.begin + begin, std::string(typed)};
}

std::optional<StatementInCommand> offer_arguments(const Command& command, std::string_view text,
                                                  const NameScope& scope, Offers& offers) {
  if (command.arguments.starts_with("...")) return StatementInCommand{"", words_of(text).front().begin};
  std::vector<TypedWord> words = words_of(text);
  words.erase(words.begin());
  const bool is_typing = offers.prefix().kind != Prefix::Kind::none ||
                         (!words.empty() && words.back().begin + words.back().text.size() == text.size());
  if (command.arguments.find("topic") != std::string_view::npos && words.size() > (is_typing ? 1 : 0)) {
    offer_rest_of_topic(text.substr(words.front().begin), offers);
    return std::nullopt;
  }
  std::vector<std::string_view> finished;
  for (const TypedWord& word : words) finished.push_back(word.text);
  if (is_typing && !finished.empty()) finished.pop_back();
  const TypedWord* typed = is_typing && !words.empty() ? &words.back() : nullptr;
  for (const ExpectedArgument& argument : expected_arguments(command.arguments, finished)) {
    if (argument.begins_statement && argument.word < finished.size()) {
      const bool is_select = argument.text == "SELECT";
      return StatementInCommand{is_select ? "" : "SELECT * FROM ", words[argument.word].begin};
    }
    if (argument.word == finished.size()) offer_argument(argument, typed, scope, offers);
  }
  return std::nullopt;
}

}  // namespace cellar
