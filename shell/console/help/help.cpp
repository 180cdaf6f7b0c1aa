#include "shell/console/help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "functions/functions.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/console/help/command_page.h"
#include "shell/console/words/console_words.h"
#include "shell/teach/help/code_page.h"
#include "shell/teach/help/foreign_words.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the one line that a language has for a name, or else the English text.
std::string_view line_or(HelpPart part, std::string_view name, Language language, std::string_view english) {
  const std::string_view text = help_text(part, name, language);
  return text.empty() ? english : text.substr(0, text.find('\n'));
}

/// Returns the names of all functions by family, without those of operators.
std::string names_of_functions(Language language) {
  constexpr std::size_t kWidth = 100, kIndent = 17;
  std::string text;
  std::string_view family;
  std::size_t column = 0;
  for (const FunctionHelp& function : function_help()) {
    if (function.name.starts_with('_')) continue;
    if (function.family != family) {
      family = function.family;
      text += fmt::format("{}{:<{}}", text.empty() ? "" : "\n",
                          line_or(HelpPart::functions, family, language, family), kIndent);
      column = kIndent;
    } else if (column + function.name.size() + 3 > kWidth) {
      text += fmt::format("\n{:<{}}", "", kIndent);
      column = kIndent;
    } else {
      text += ' ';
    }
    text += fmt::format("{}()", function.name);
    column += function.name.size() + 3;
  }
  return text + "\n";
}

/// Returns the signatures of a function, and what it does; empty if there is none of that name.
std::string page_of_function(std::string_view name, Language language) {
  const FunctionHelp* function = find_function_help(name.substr(0, name.find('(')));
  if (function == nullptr) return {};
  std::string text;
  for (const std::string& signature : function->signatures) text += fmt::format("{}\n", signature);
  if (!function->older_name.empty())
    text +=
        ConsoleWords::say(language, "older name: {name}\n", {{"name", std::string(function->older_name)}});
  return text + fmt::format("  {}\n", line_or(HelpPart::functions, function->name, language, function->text));
}

std::string line_of(const Rule& rule, Language language) {
  return fmt::format("{}  {}\n", rule.name, words_of(rule, language));
}

/// Returns statements under their heading, each in a line; empty if there are none.
std::string lines_of_examples(std::string_view examples, Language language) {
  if (examples.empty()) return {};
  std::string text = fmt::format("\n{}\n", example_heading(language));
  for (std::size_t end; (end = examples.find('\n')) != examples.npos; examples.remove_prefix(end + 1)) {
    text += fmt::format("  {}\n", examples.substr(0, end));
  }
  return text;
}

std::string page_of_topic(const HelpPage& page, Language language) {
  std::string text = page.topic == "functions" ? names_of_functions(language) : "";
  if (page.topic == "rules") {
    for (const Rule& rule : rule_card()) text += line_of(rule, language);
  }
  text += text_of(page, language);
  return text + lines_of_examples(page.examples, language);
}

/// "HELP CREATE TABLE, HELP BATCH" of "create table,batch"
std::string list_of_pages(std::string_view pages) {
  std::string text;
  while (!pages.empty()) {
    const std::string_view topic = pages.substr(0, pages.find(','));
    text += fmt::format("{}HELP {}", text.empty() ? "" : ", ", to_upper(topic));
    pages.remove_prefix(std::min(pages.size(), topic.size() + 1));
  }
  return text;
}

std::string_view text_of(const Term& term, Language language) {
  return line_or(HelpPart::terms, term.english, language, term.text);
}

/// The name by which languages know the entry of a word.
std::string_view first_name(const ForeignWord& word) { return word.names.substr(0, word.names.find(',')); }

/// Returns how CQL does what a word of elsewhere does; also what the word is here, if it is a term or a function.
std::string page_of_foreign_word(const ForeignWord& word, std::string_view name, Language language) {
  std::string text = to_upper(name) + '\n';
  if (const Term* term = find_term(name)) text += fmt::format("  {}\n", text_of(*term, language));
  text += fmt::format("  {}\n{}\n  {}{}\n", line_or(HelpPart::words, first_name(word), language, word.text),
                      lines_of_examples(word.examples, language), ConsoleWords::Text("More: ").in(language),
                      list_of_pages(word.pages));
  return text + page_of_function(to_lower(name), language);
}

// Shorter parts of words are in pages of all kinds.
constexpr std::size_t kShortestPart = 3;

/// "create index" has one that begins with "ind", and "update" none that begins with "date".
bool has_word_that_begins(std::string_view topic, std::string_view part, bool is_whole) {
  for (std::size_t found = topic.find(part); found != topic.npos; found = topic.find(part, found + 1)) {
    const std::size_t end = found + part.size();
    const bool ends = end == topic.size() || topic[end] == ' ';
    if ((found == 0 || topic[found - 1] == ' ') && (ends || !is_whole)) return true;
  }
  return false;
}

/// Returns the pages that have `part` in their topic, each under its topic: HELP TABLE, HELP desc. HELP KEY means no page of
/// keyspaces.
std::string pages_about(std::string_view part, Language language) {
  if (part.size() < kShortestPart) return {};
  std::string pages;
  for (const bool is_whole : {true, false}) {
    for (const HelpPage& page : help_pages()) {
      if (!has_word_that_begins(page.topic, part, is_whole)) continue;
      pages += fmt::format("{}{}\n{}", pages.empty() ? "" : "\n", to_upper(page.topic),
                           page_of_topic(page, language));
    }
    if (!pages.empty()) break;
  }
  return pages;
}

constexpr std::size_t kMostListed = 20;

bool speaks_of(std::string_view page, std::string_view word) {
  return to_lower(page).find(word) != std::string::npos;
}

bool speaks_of(const Words& words, std::string_view word) {
  return speaks_of(words.title, word) || speaks_of(words.why, word) || speaks_of(words.fix, word);
}

/// Returns the topics, commands and codes whose pages have a word, in English or in the language.
std::vector<std::string> topics_about(std::string_view word, Language language) {
  std::vector<std::string> topics;
  for (const HelpPage& page : help_pages()) {
    if (speaks_of(page.topic, word) || speaks_of(page.text, word) || speaks_of(text_of(page, language), word))
      topics.push_back(to_upper(page.topic));
  }
  for (const Command* command : all_commands()) {
    if (!command->summary.empty() && (speaks_of(page_of_command(*command, Language::english), word) ||
                                      speaks_of(page_of_command(*command, language), word))) {
      topics.emplace_back(command->word);
    }
  }
  std::set<std::string_view> codes;
  for (const Message& message : messages()) {
    const bool speaks = speaks_of(words_of(message, Language::english), word) ||
                        (language != Language::english && speaks_of(words_of(message, language), word));
    if (speaks && codes.insert(message.code).second) topics.emplace_back(message.code);
  }
  return topics;
}

/// Returns the first words of a line, with a blank between each two.
std::string first_words_of(std::string_view line) {
  constexpr std::size_t kMostColumns = 80;
  std::string words;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    const std::string_view word = line.substr(0, line.find(' '));
    if (display_width(words) + display_width(word) >= kMostColumns) return words + " ...";
    words += fmt::format("{}{}", words.empty() ? "" : " ", word);
    line.remove_prefix(word.size());
  }
  return words;
}

/// Returns what a topic is about: the summary of a command, the title of a code, or how its page begins.
std::string summary_of_topic(std::string_view topic, Language language) {
  for (const Command* command : all_commands()) {
    if (command->word == topic) return std::string(summary_of(*command, language));
  }
  std::string_view text;
  const std::string page = *help_page(topic, nullptr, language);
  const std::string rule = fmt::format("{} ", frame_words(language).rule);
  for (std::string_view rest = page; !rest.empty();) {
    text = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    while (text.starts_with(' ')) text.remove_prefix(1);
    // The page of a code begins with the code and its rules.
    if (text != topic && !text.starts_with(rule)) break;
  }
  return first_words_of(text);
}

std::string line_of_topic(std::string_view topic, Language language) {
  return fmt::format("  HELP {:<26} {}\n", topic, summary_of_topic(topic, language));
}

std::string list_of(const std::vector<std::string>& topics, Language language) {
  std::string text;
  for (std::size_t i = 0; i < topics.size() && i < kMostListed; ++i)
    text += line_of_topic(topics[i], language);
  if (topics.size() > kMostListed)
    text += ConsoleWords::say(language, "  ... and {count} more\n",
                              {{"count", std::to_string(topics.size() - kMostListed)}});
  return text;
}

/// Returns what a term is, and the pages that speak of it: first those to begin with.
std::string page_of_term(const Term& term, Language language) {
  const std::string_view chinese = term.chinese.substr(0, term.chinese.find(' '));
  std::vector<std::string> topics;
  for (std::string_view rest = term.pages; !rest.empty();) {
    const std::string_view topic = rest.substr(0, rest.find(','));
    topics.push_back(to_upper(topic));
    rest.remove_prefix(std::min(rest.size(), topic.size() + 1));
  }
  for (const std::string& topic : topics_about(term.english, language)) {
    if (std::ranges::find(topics, topic) == topics.end()) topics.push_back(topic);
  }
  const bool is_english = language == Language::english;
  return fmt::format("{} ({})\n  {}\n{}\n{}", is_english ? term.english : chinese,
                     is_english ? chinese : term.english, text_of(term, language),
                     ConsoleWords::Text("Pages:").in(language), list_of(topics, language));
}

/// Returns the page that has a word, or a list of those that have it; empty if there is none.
std::string pages_with(std::string_view word, Language language) {
  if (word.size() < kShortestPart) return {};
  const std::vector<std::string> topics = topics_about(word, language);
  if (topics.empty()) return {};
  if (topics.size() == 1) {
    const std::string page = *help_page(topics.front(), nullptr, language);
    return page.starts_with(topics.front()) ? page : topics.front() + "\n" + page;
  }
  return ConsoleWords::say(language, "Pages that speak of \"{word}\":\n", {{"word", std::string(word)}}) +
         list_of(topics, language);
}

/// Returns what a rule says, and the codes of what it refuses.
std::string page_of_rule(const Rule& rule, Language language) {
  std::vector<std::string> codes;
  for (const Message& message : messages()) {
    std::istringstream rules{std::string(message.rules)};
    for (std::string name; rules >> name;)
      if (name == rule.name && std::ranges::find(codes, message.code) == codes.end())
        codes.emplace_back(message.code);
  }
  if (codes.empty()) return line_of(rule, language);
  return fmt::format("{}{}\n{}", line_of(rule, language), ConsoleWords::Text("Pages:").in(language),
                     list_of(codes, language));
}

/// Returns the page of a thing of this very name: a code, a rule, a topic, a command, a word of elsewhere, a term, a function.
std::optional<std::string> page_named(std::string_view topic, const MetCase* met, Language language) {
  std::string code_page = page_of_code(to_upper(topic), met, language);
  if (!code_page.empty()) return code_page;
  if (const Rule* rule = find_rule(to_upper(topic))) return page_of_rule(*rule, language);
  const std::string wanted = to_lower(topic);
  for (const HelpPage& page : help_pages()) {
    if (page.topic == wanted) return page_of_topic(page, language);
  }
  for (const Command* command : all_commands()) {
    if (command->is_called(topic) && !page_of_command(*command, language).empty())
      return page_of_command(*command, language);
  }
  if (const ForeignWord* word = find_foreign_word(topic)) return page_of_foreign_word(*word, topic, language);
  if (const Term* term = find_term(topic)) return page_of_term(*term, language);
  std::string function = page_of_function(wanted, language);
  if (!function.empty()) return function;
  return std::nullopt;
}

/// Returns the page of what the first words name: HELP DROP TABLE shows that of DROP, HELP COPY FROM that of COPY. Empty
/// if they name nothing.
std::string page_of_beginning(std::string topic, Language language) {
  while (topic.find(' ') != topic.npos) {
    topic.erase(topic.rfind(' '));
    if (const std::optional<std::string> page = page_named(topic, nullptr, language)) return *page;
  }
  return {};
}

/// Returns how CQL does what the last words name: HELP LEFT OUTER JOIN shows that of OUTER JOIN.
std::string page_of_end(std::string_view topic, Language language) {
  for (std::size_t blank; (blank = topic.find(' ')) != topic.npos;) {
    topic.remove_prefix(blank + 1);
    if (const ForeignWord* word = find_foreign_word(topic))
      return page_of_foreign_word(*word, topic, language);
  }
  return {};
}

}  // namespace

bool is_like_code(std::string_view topic) {
  const std::size_t digits = topic.find_first_of("0123456789");
  return digits == 1 &&
         ((topic.front() >= 'A' && topic.front() <= 'Z') || (topic.front() >= 'a' && topic.front() <= 'z')) &&
         topic.find_first_not_of("0123456789", 1) == topic.npos;
}

std::optional<std::string> help_page(std::string_view topic, const MetCase* met, Language language) {
  if (std::optional<std::string> page = page_named(topic, met, language)) return page;
  if (is_like_code(topic)) return std::nullopt;
  const std::string wanted = to_lower(topic);
  std::string pages = pages_about(wanted, language);
  // HELP INDEXES and HELP VIEWS mean one of them.
  for (const std::string_view plural : {"s", "es"}) {
    if (pages.empty() && wanted.ends_with(plural)) {
      pages = pages_about(wanted.substr(0, wanted.size() - plural.size()), language);
    }
  }
  if (pages.empty()) pages = page_of_beginning(wanted, language);
  if (pages.empty()) pages = page_of_end(wanted, language);
  if (pages.empty()) pages = pages_with(wanted, language);
  if (!pages.empty()) return pages;
  return std::nullopt;
}

std::string nearest_topic(std::string_view topic) {
  std::vector<std::string> names;
  for (const HelpPage& page : help_pages()) names.emplace_back(page.topic);
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) names.emplace_back(command->word);
  }
  for (const Term& term : glossary()) names.emplace_back(term.english);
  for (const ForeignWord& word : foreign_words()) {
    for (std::string_view rest = word.names; !rest.empty();) {
      names.emplace_back(rest.substr(0, rest.find(',')));
      rest.remove_prefix(std::min(rest.size(), names.back().size() + 1));
    }
  }
  for (const FunctionHelp& function : function_help()) names.emplace_back(function.name);
  for (const Message& message : messages()) {
    if (names.back() != message.code) names.emplace_back(message.code);
  }
  return nearest_name(topic, names);
}

}  // namespace cellar
